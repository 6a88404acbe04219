import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { isLanguageTag, lexicalError } from '../../src/rdf/literals.js';
import { factory, isIri } from '../../src/rdf/terms.js';
import { xsdNs } from '../../src/rdf/vocabulary.js';
import { parseTriples } from '../../src/store/oxigraph/ntriples.js';
import { checkTerm } from '../../src/store/sparql.js';
import { cpuTime } from '../support/cpu-time.js';
import { scaled } from '../support/size.js';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** Read once, at the start, from what the operator has set. */
const OPERATORS_OWN = join('settings', 'settings-schema.ts');

/** What may come again and again, before something that fits nowhere. */
const PUMPS = [
  'a',
  'A',
  'z',
  '0',
  '1',
  '9',
  '-',
  '.',
  '_',
  '/',
  ':',
  '+',
  ',',
  ';',
  '=',
  '"',
  '\\',
  '(',
  '<',
  '#',
  '?',
];
const LONGER_PUMPS = [
  ' ',
  '\t',
  '\n',
  'é',
  '%41',
  'a-',
  'a.',
  '-a',
  'aa-',
  '0.',
  ' ,',
  'a=',
  '";',
  '\\"',
  '1Y',
  '/a',
  'Z-',
];
const BEGINNINGS = ['', 'a', '0', '"', '<', 'http://a/', 'application/', '-P', 'P1', '2026-01-01T00:00:00', 'max-age='];
/** By the time a text of each of these lengths is slow, the longer ones would take for ever. */
const LENGTHS = scaled(1) > 1 ? [16, 20, 24, 28, 200, 2_000, 20_000] : [24, 2_000];
/** Of processor time. */
const SLOW_MS = 100;

/** The least processor time of a few attempts: garbage collection must not count. */
function quickest(run: () => unknown): number {
  let best = Infinity;
  for (let attempt = 0; attempt < 3 && best > SLOW_MS; attempt += 1) {
    const began = cpuTime();
    run();
    best = Math.min(best, cpuTime() - began);
  }
  return best;
}

/** Created once for all expressions; the shorter ones of a kind first. */
const attacks = BEGINNINGS.flatMap((beginning) =>
  [...PUMPS, ...LONGER_PUMPS].flatMap((pump) =>
    LENGTHS.map((length) => ({
      text: `${beginning}${pump.repeat(length)}\u0000`,
      name: `${JSON.stringify(beginning)}, ${length} of ${JSON.stringify(pump)}`,
    })),
  ),
);

/** A text that takes more than its length explains. */
function explosive(run: (text: string) => unknown): string | undefined {
  for (const { text, name } of attacks) {
    const ms = quickest(() => run(text));
    if (ms > SLOW_MS) return `${name}: ${ms.toFixed(0)} ms`;
  }
  return undefined;
}

interface Found {
  readonly where: string;
  readonly expression: RegExp;
}

/** The regular expressions that stand in a file. */
function* expressionsOf(file: string): Generator<Found> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const open: ts.Node[] = [source];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const text = node.getText(source);
      const end = text.lastIndexOf('/');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      yield {
        where: `${file.slice(SOURCES.length + 1)}:${line + 1} ${text}`,
        expression: new RegExp(text.slice(1, end), text.slice(end + 1)),
      };
    }
    open.push(...node.getChildren(source));
  }
}

describe('regular expressions take no superlinear time', () => {
  it('as literals in the source', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((name) => name.endsWith('.ts') && name !== OPERATORS_OWN)
      .flatMap((name) => [...expressionsOf(join(SOURCES, name))]);
    expect(found.length).to.be.greaterThan(50);
    const bad = found.flatMap(({ where, expression }) => {
      const attack = explosive((text) => {
        expression.lastIndex = 0;
        expression.test(text);
      });
      return attack === undefined ? [] : [`${where}: ${attack}`];
    });
    expect(bad).to.deep.equal([]);
  });

  // Those that are put together from parts, by what they are for.
  const datatypes = ['dateTime', 'date', 'time', 'gYear', 'gMonthDay', 'duration', 'double', 'decimal', 'language'];
  const made: Record<string, (text: string) => unknown> = {
    'an IRI': isIri,
    'an IRI with a query': (text) => isIri(`http://a.example/?${text}`),
    'a language tag': isLanguageTag,
    'a statement': (text) => {
      expect(() => parseTriples(`<http://a.example/> <http://a.example/> "${text}`)).to.throw(SyntaxError);
    },
    'a label': (text) => {
      expect(() => {
        checkTerm(factory.blankNode(text));
      }).to.throw(TypeError);
    },
    ...Object.fromEntries(datatypes.map((name) => [`xsd:${name}`, (text: string) => lexicalError(text, xsdNs + name)])),
  };
  for (const [what, run] of Object.entries(made)) {
    it(`that recognize ${what}`, () => {
      expect(explosive(run)).to.equal(undefined);
    });
  }
});
