import { expect } from 'chai';
import { parseMediaRange, requireAcceptable } from '../../src/http/representation/media-ranges.js';
import { contentType, formName, negotiate } from '../../src/http/representation/negotiation.js';
import { apiVersions } from '../../src/api-versions.js';
import { ServiceError } from '../../src/errors.js';
import { cpuTime } from '../support/cpu-time.js';

const defaults = { versions: apiVersions, version: '2.0.0', jsonLd: 'compacted' } as const;

/** Accept headers and the syntax that they get; undefined is 406. */
const accepts: readonly (readonly [string | undefined, string | undefined])[] = [
  [undefined, 'jsonld'],
  ['', 'jsonld'],
  ['  ', 'jsonld'],
  ['*/*', 'jsonld'],
  ['application/*', 'jsonld'],
  ['text/*', 'turtle'],
  ['application/json', 'jsonld'],
  ['application/ld+json', 'jsonld'],
  ['Application/LD+Json', 'jsonld'],
  ['text/turtle', 'turtle'],
  ['application/x-turtle', 'xturtle'],
  ['application/n-triples', 'ntriples'],
  ['text/html', undefined],
  ['application/xml;q=0.9, */*;q=0.1', 'jsonld'],
  ['text/turtle;q=0.2, application/n-triples;q=0.3', 'ntriples'],
  ['text/turtle;q=0.3, application/n-triples;q=0.3', 'turtle'],
  ['*/*;q=0.5, text/turtle;q=0.5', 'turtle'],
  ['text/turtle;q=0', undefined],
  ['text/turtle;q=0, */*', 'jsonld'],
  ['*/*;q=0', undefined],
  ['application/ld+json;q=0, text/turtle;q=0.1', 'turtle'],
  ['text/turtle; q=2', undefined],
  ['text/turtle; q=x', undefined],
  ['text/turtle; q=0.1234', undefined],
  ['text/turtle; Q=1.000', 'turtle'],
  ['text/turtle;charset=utf-8', 'turtle'],
  ['application/ld+json;profile="a,b;c\\"d"', 'jsonld'],
  ['application/ld+json;profile="a, text/turtle', 'jsonld'],
  ['application/ld+json;version=2.0.0', 'jsonld'],
  ['application/ld+json;version=2.0.0-dev', 'jsonld'],
  ['application/ld+json;VERSION="2.0.0"', 'jsonld'],
  ['application/ld+json;version=3.0.0', undefined],
  ['application/ld+json;version=3.0.0, text/turtle', 'turtle'],
  ['text/html;version=2.0.0', undefined],
  [';', undefined],
  ['/', undefined],
  ['constructor', undefined],
  [',,,text/turtle,,', 'turtle'],
];

function syntaxOf(accept: string | undefined): string | undefined {
  try {
    return negotiate(accept, defaults).form.syntax;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not-acceptable') return undefined;
    throw error;
  }
}

describe('The form of an answer (D4)', () => {
  for (const [accept, syntax] of accepts) {
    it(`to Accept: ${accept ?? '(absent)'} is ${syntax ?? '406'}`, () => {
      expect(syntaxOf(accept)).to.equal(syntax);
    });
  }

  // RFC 9110, 12.5.1: the most specific range that matches a type gives its quality.
  for (const [accept, syntax] of [
    ['*/*, application/ld+json;q=0', 'turtle'],
    ['application/ld+json;q=0.1, */*;q=0.9', 'turtle'],
    ['application/ld+json;q=0, application/json', undefined],
    ['application/ld+json;q=0, application/json, text/turtle;q=0.1', 'turtle'],
    ['application/json;q=0, */*;q=0.5', 'jsonld'],
    ['application/ld+json;version=2.0.0;q=0, application/ld+json', undefined],
    ['application/ld+json, text/turtle;q=0.9, application/ld+json;version=2.0.0;q=0.1', 'turtle'],
    ['application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded";q=0, */*', 'jsonld'],
    ['application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted";q=0, application/ld+json', undefined],
    ['application/ld+json;version=9;q=0, application/ld+json;q=0.2, text/turtle;q=0.1', 'jsonld'],
  ] as const) {
    it(`to Accept: ${accept} is ${syntax ?? '406'}, since a type’s own quality goes before that of */*`, () => {
      expect(syntaxOf(accept)).to.equal(syntax);
    });
  }

  it('is rejected with the supported versions when none of the requested ones is supported', () => {
    expect(() => negotiate('application/ld+json;version=7', defaults)).to.throw(ServiceError, /version 7 .*2\.0\.0/);
  });

  it('is negotiated in time linear in the header', () => {
    const started = cpuTime();
    for (const part of ['a/b;q=0.1,', '"', ';', 'text/turtle;q="', ',']) syntaxOf(part.repeat(16_000 / part.length));
    expect(cpuTime() - started).to.be.below(500);
  });

  it('is written with its version (D9)', () => {
    expect(contentType({ ...defaults, syntax: 'turtle' })).to.equal('text/turtle; version=2.0.0');
  });
});

/** Accept headers with profiles of JSON-LD, the form that they get, and the part of it that is told. */
const profiled: readonly (readonly [string, string, string | undefined])[] = [
  ['application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"', 'expanded', 'expanded'],
  ['application/json; Profile="http://www.w3.org/ns/json-ld#flattened"', 'flattened', 'flattened'],
  ['*/*;profile="http://www.w3.org/ns/json-ld#expanded"', 'expanded', 'expanded'],
  ['application/ld+json;profile=http://www.w3.org/ns/json-ld#compacted', 'compacted', 'compacted'],
  [
    'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#expanded"',
    'flattened-expanded',
    'expanded http://www.w3.org/ns/json-ld#flattened',
  ],
  ['application/ld+json;profile="urn:unknown http://www.w3.org/ns/json-ld#expanded"', 'expanded', 'expanded'],
  ['application/ld+json;profile="urn:unknown"', 'vocab', undefined],
  ['application/ld+json;profile=""', 'vocab', undefined],
  ['application/ld+json', 'vocab', undefined],
  ['text/turtle;profile="http://www.w3.org/ns/json-ld#expanded"', 'vocab', undefined],
  [
    'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded";q=0.4, application/ld+json;q=0.5',
    'vocab',
    undefined,
  ],
  ['application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded";q=0, application/ld+json', 'vocab', undefined],
];

describe('The form of JSON-LD', () => {
  for (const [accept, form, profile] of profiled) {
    it(`for ${accept} is ${form}`, () => {
      const found = negotiate(accept, { ...defaults, jsonLd: 'vocab' }).form;
      expect(found.jsonLd).to.equal(form);
      expect(found.profile).to.equal(profile === undefined ? undefined : `http://www.w3.org/ns/json-ld#${profile}`);
      if (profile === undefined) expect(contentType(found)).not.to.include('profile');
      else expect(contentType(found)).to.include(`; version=2.0.0; profile="http://www.w3.org/ns/json-ld#${profile}"`);
    });
  }

  it('has its own name for tags and caches', () => {
    const named = ['compacted', 'expanded', 'flattened', 'flattened-expanded', 'vocab'] as const;
    const names = named.map((jsonLd) => formName({ syntax: 'jsonld', version: '2.0.0', jsonLd }));
    expect(names[0]).to.equal('jsonld.2.0.0');
    expect(new Set(names).size).to.equal(named.length);
    expect(formName({ syntax: 'turtle', version: '2.0.0', jsonLd: 'vocab' })).to.equal('turtle.2.0.0');
  });
});

describe('A response of one media type only (RFC 9110, section 12.5.1)', () => {
  const takes = (accept: string | undefined): boolean => {
    try {
      requireAcceptable(accept, 'application/json');
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'not-acceptable') return false;
      throw error;
    }
  };

  it('is sent if Accept allows it', () => {
    for (const accept of [undefined, '', '*/*', 'application/*;q=0.1', 'application/json', 'text/html, */*;q=0.1'])
      expect(takes(accept), accept ?? 'absent').to.equal(true);
  });

  it('is rejected with 406 if Accept excludes it', () => {
    for (const accept of ['text/html', 'text/*', '*/*;q=0', '*/*, application/json;q=0', 'application/ld+json'])
      expect(takes(accept), accept).to.equal(false);
  });
});

describe('A media range', () => {
  it('has its type in lower case, its parameters and its quality', () => {
    const range = parseMediaRange('Text/Turtle ; Charset=UTF-8; q=0.5; x="a;b"');
    expect(range.type).to.equal('text/turtle');
    expect(range.quality).to.equal(0.5);
    expect(Object.fromEntries(range.parameters)).to.deep.equal({ charset: 'UTF-8', x: 'a;b' });
  });
});
