import { expect } from 'chai';
import { add } from '../support/changes.js';
import { messages } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const accepting = (world: TestContext, path: string, accept: string): ReturnType<TestContext['holder']['get']> =>
  world.holder.get(path, { headers: { Accept: accept } });

/** What each Accept header is answered with. */
const forms: Readonly<Record<string, string>> = {
  '*/*': 'application/ld+json',
  'application/json': 'application/ld+json',
  'application/ld+json': 'application/ld+json',
  'APPLICATION/LD+JSON': 'application/ld+json',
  'text/turtle': 'text/turtle',
  'application/x-turtle': 'application/x-turtle',
  'application/n-triples': 'application/n-triples',
  'text/html, text/turtle;q=0.1': 'text/turtle',
  'text/turtle;q=0.5, application/ld+json;q=0.9': 'application/ld+json',
  'text/turtle;q=0.9, application/ld+json;q=0.5': 'text/turtle',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8': 'application/ld+json',
};

const resources: Readonly<Record<string, (world: TestContext) => Promise<string>>> = {
  'server information': () => Promise.resolve('/'),
  'an object': (world) => world.piece(),
  'an old revision': async (world) => {
    const piece = await world.piece();
    const at = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
    return `${piece}?at=${at}&embedded=true`;
  },
  'an audit trail': async (world) => `${await world.piece()}/audit-trail`,
  'an action request': async (world) => {
    const piece = await world.piece();
    return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
  },
  'the objects': () => Promise.resolve('/logistics-objects'),
  'the action requests': () => Promise.resolve('/action-requests'),
};

const statements: Statement[] = [
  ...each(forms, (type, accept) => ({
    section: 'D4',
    statement: 'Accept is answered with the best form that there is',
    holds: async (world) => {
      const reply = await accepting(world, await world.piece(), accept);
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('content-type')?.split(';')[0]).to.equal(type);
    },
  })),
  ...each(resources, (path) => ({
    section: 'V6',
    statement: 'a resource has another tag in each version, and that of another version never gives 304',
    holds: async (world) => {
      const address = await path(world);
      const tags = new Set<string>();
      for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0']) {
        const Accept = `application/ld+json; version=${version}`;
        const { headers } = await world.holder.get(address, { headers: { Accept } });
        for (const tag of tags) {
          const reply = await world.holder.get(address, { headers: { Accept, 'If-None-Match': tag } });
          expect(reply.status, version).to.equal(200);
        }
        expect(headers.get('vary')).to.include('Accept');
        tags.add(headers.get('etag') ?? '');
      }
      expect(tags.size).to.equal(4);
    },
  })),
  ...each(resources, (path) => ({
    section: 'D4, D9',
    statement: 'every resource is available in every form, each with version, language, type, tag and Vary',
    holds: async (world) => {
      const address = await path(world);
      const tags = new Set<string | null>();
      for (const type of ['application/ld+json', 'text/turtle', 'application/x-turtle', 'application/n-triples']) {
        const { status, headers } = await accepting(world, address, type);
        expect(status, type).to.equal(200);
        // L9: the node's own addresses show the newest form.
        const version = address === '/action-requests' ? '2.3.0' : '2.0.0';
        expect(headers.get('content-type')).to.equal(`${type}; version=${version}`);
        expect(headers.get('content-language')).to.equal('en-US');
        expect(headers.get('type')).to.match(/^https:\/\/onerecord\.iata\.org\/ns\/(api|cargo)#\w+$/);
        for (const name of ['Accept', 'Authorization', 'Accept-Language'])
          expect(headers.get('vary')?.split(/, ?/)).to.include(name);
        expect(headers.get('etag')).to.match(/^"[^"]+"$/);
        tags.add(headers.get('etag'));
      }
      // The two names of Turtle have the same bytes.
      expect(tags.size).to.be.at.least(3);
    },
  })),
  ...each(
    {
      HTML: 'text/html',
      none: 'application/ld+json;q=0',
      'nothing that is one': ';;,',
      XML: 'application/rdf+xml, application/xml',
      'a type of its own': 'application/ld+json+x',
    },
    (accept) => ({
      section: 'D4',
      statement: 'nothing acceptable is 406',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 406, () => accepting(world, piece, accept));
      },
    }),
  ),
  ...each({ '2.0.0': '2.0.0', '2.0.0-dev': '2.0.0-dev', quoted: '"2.0.0"' }, (version) => ({
    section: 'Versioning, 1; D34',
    statement: 'a supported version gives that version’s representation',
    holds: async (world) => {
      for (const type of ['application/ld+json', 'text/turtle']) {
        const reply = await accepting(world, '/', `${type}; version=${version}`);
        expect(reply.status).to.equal(200);
        expect(reply.headers.get('content-type')).to.include('version=2.0.0');
      }
    },
  })),
  ...each({ '9.9.9': '9.9.9', 2: '2', empty: '""', '1.0.0': '1.0.0' }, (version) => ({
    section: 'Versioning, 5; D34',
    statement: 'an unsupported version is 406, naming the supported ones',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.expectRejected(piece, 406, () =>
        accepting(world, piece, `application/ld+json; version=${version}`),
      );
      expect(messages(reply).join()).to.include('2.0.0');
    },
  })),
  {
    section: 'D34',
    statement: 'no version is the default version; the first range that can be met wins',
    holds: async (world) => {
      for (const accept of [
        'application/ld+json',
        'application/ld+json;version=9.9.9, application/ld+json;version=2.0.0;q=0.1',
      ]) {
        const reply = await accepting(world, '/', accept);
        expect(reply.headers.get('content-type')).to.equal('application/ld+json; version=2.0.0');
      }
    },
  },
  {
    section: 'D16, D4',
    statement: 'an unacceptable request is rejected before it is performed',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { Accept: 'text/html' };
      const body = { '@type': 'cargo:Piece', '@id': world.uri('/logistics-objects/never-made') };
      await world.expectRejected(piece, 406, () => world.post(body, headers));
      expect((await world.holder.get('/logistics-objects/never-made')).status).to.equal(404);
    },
  },
];

conformance('versions and forms', statements);
