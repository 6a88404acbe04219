/** D76: shapes of the operator, as docs/shapes-example.ttl has them. */
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import type { ValidationAnswer } from '../../src/console/responses.js';
import { add, changeBody, remove } from '../support/changes.js';
import { eventBody, subscriptionBody } from '../support/exchange.js';
import { cargo, context, type Json, list, member, messages, type Reply } from '../support/node.js';
import { idIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const english = {
  goods: 'A piece needs a description of its goods.',
  number: 'The number of the piece is none of ours, such as ABC-123.',
};
const german = {
  goods: 'Ein Packstück braucht eine Warenbeschreibung.',
  number: 'Die Nummer des Packstücks ist keine von unseren, etwa ABC-123.',
};

const described = { 'cargo:goodsDescription': 'Oranges' };
const odd = { ...described, 'cargo:upid': 'x' };

const inVersion = (version: string): { headers: Record<string, string> } => ({
  headers: { Accept: `application/ld+json; version=${version}` },
});

const errorsIn = async (world: TestContext, path: string, version = '2.3.0'): Promise<Json[]> =>
  list(member((await world.partner.get(path, inVersion(version))).json, 'api:hasError'));

const messagesOf = (error: Json): Json[] =>
  list(member(error, 'api:hasErrorDetail')).map((detail) => member(detail, 'api:hasMessage'));

/** A pending Change of a partner that gives the piece a number that is warned of. */
async function warned(world: TestContext): Promise<string> {
  const piece = await world.openPiece(described);
  return world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
}

const languages: Readonly<Record<string, readonly [accepted: string | undefined, text: string, tag: string]>> = {
  German: ['de', german.goods, 'de'],
  'German of Switzerland before English': ['de-CH, en;q=0.5', german.goods, 'de'],
  'French before German': ['fr, de;q=0.3', german.goods, 'de'],
  'no language': [undefined, english.goods, 'en-US'],
  'a language that there is not': ['fr', english.goods, 'en-US'],
  'English of Britain': ['en-GB, de;q=0.9', english.goods, 'en-US'],
  'no German': ['de;q=0, *', english.goods, 'en-US'],
};

const rows: Statement[] = [
  ...each(languages, ([accepted, text, tag]) => ({
    section: 'D76',
    statement: 'a refusal has the message of the shape in the language that the caller prefers',
    holds: async (world: TestContext) => {
      const headers = accepted === undefined ? undefined : { 'Accept-Language': accepted };
      const reply = await world.post({ '@type': 'cargo:Piece' }, headers);
      expect(reply.status, reply.text).to.equal(400);
      expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid resource');
      const [detail] = list(member(reply.json, 'api:hasErrorDetail'));
      // What internal agents are told beside it (D40) is English.
      const remark = tag === 'en-US' ? ' VALIDATION=lenient would take this' : '';
      expect(member(detail, 'api:hasMessage')).to.equal(text + remark);
      expect(member(member(detail, 'api:hasProperty'), '@value')).to.equal(`${cargo}goodsDescription`);
      expect(reply.headers.get('content-language')).to.equal(tag);
      expect(reply.headers.get('vary')).to.include('Accept-Language');
    },
  })),
  {
    section: 'D76, D9',
    statement: "Content-Language names each language of the messages: the node's own are English",
    holds: async (world) => {
      const accepted = { 'Accept-Language': 'de' };
      const reply = await world.post({ '@type': 'cargo:Piece', 'cargo:slac': 'many' }, accepted);
      expect(messages(reply)).to.include(JSON.stringify(german.goods)).and.have.length(2);
      expect(reply.headers.get('content-language')?.split(', ')).to.have.members(['de', 'en-US']);
      const missing = await world.holder.get('/logistics-objects/none', { headers: accepted });
      expect(missing.headers.get('content-language')).to.equal('en-US');
    },
  },
  {
    section: 'D76',
    statement: 'the shapes are those of classes that inherit, too, and data that fits is taken',
    holds: async (world) => {
      const animals = await world.post({ '@type': 'cargo:PieceLiveAnimals' });
      expect(messages(animals).join()).to.include(english.goods);
      expect((await world.post({ '@type': 'cargo:Piece', ...described })).status).to.equal(201);
    },
  },
  {
    section: 'D76, D63, V21',
    statement: 'a warning refuses nothing: a Change says it in 2.3.0, pending and accepted, with hasSeverity WARNING',
    holds: async (world) => {
      expect((await world.post({ '@type': 'cargo:Piece', ...odd })).status).to.equal(201);
      const request = await warned(world);
      for (const decide of [false, true]) {
        if (decide) expect((await world.accept(request)).status).to.equal(204);
        const [error, ...others] = await errorsIn(world, request);
        expect(others).to.deep.equal([]);
        expect(idIn(member(error, 'api:hasSeverity'))).to.equal('api:WARNING');
        expect(messagesOf(error)).to.deep.equal([english.number]);
        expect(list(member(error, 'api:hasErrorDetail')).map((detail) => member(detail, 'api:hasCode'))).to.deep.equal([
          undefined,
        ]);
      }
      expect(await world.status(request)).to.equal('REQUEST_ACCEPTED');
      const again = await world.accept(request);
      expect(again.status).to.equal(422);
      expect(again.text).to.not.include(english.number);
    },
  },
  ...['2.0.0', '2.1.0', '2.2.0'].map((version): Statement => ({
    section: 'D76, V21',
    statement: `before 2.3.0 there is no severity, so a warning is not shown at all: ${version}`,
    holds: async (world) => {
      const request = await warned(world);
      for (const decide of [false, true]) {
        if (decide) await world.accept(request);
        const [error] = await errorsIn(world, request);
        const address = world.path(idIn(error));
        expect((await world.partner.get(address, inVersion('2.3.0'))).status).to.equal(200);
        expect((await world.partner.get(address, inVersion(version))).status).to.equal(404);
        const reply = await world.partner.get(request, inVersion(version));
        expect(reply.status).to.equal(200);
        expect(reply.text).to.not.match(/hasError|WARNING|none of ours/);
      }
    },
  })),
  {
    section: 'D76, V22',
    statement:
      'a decision against the Change ends its warnings; what the decider gives as a warning is shown in every version',
    holds: async (world) => {
      const withdrawn = await warned(world);
      await world.decide(withdrawn, 'REQUEST_REJECTED');
      expect(await errorsIn(world, withdrawn)).to.deep.equal([]);
      const rejected = await warned(world);
      await world.decide(rejected, 'REQUEST_REJECTED', {
        '@context': context,
        '@type': 'api:Error',
        'api:hasTitle': 'not now',
        'api:hasSeverity': { '@id': 'api:WARNING' },
        'api:hasErrorDetail': { '@type': 'api:ErrorDetail', 'api:hasMessage': 'ask again' },
      });
      for (const version of ['2.0.0', '2.3.0'])
        expect((await errorsIn(world, rejected, version)).map(messagesOf)).to.deep.equal([['ask again']]);
    },
  },
  {
    section: 'D76, D73',
    statement: 'a requestor that may not read the object is warned of nothing',
    holds: async (world) => {
      const piece = await world.piece(described);
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')], { revision: 1 });
      expect(await errorsIn(world, request)).to.deep.equal([]);
      expect((await world.accept(request)).status).to.equal(204);
      expect(await errorsIn(world, request)).to.deep.equal([]);
    },
  },
  {
    section: 'D76, D19',
    statement: 'a Change that violates a shape fails, and the decider reads why in its language',
    holds: async (world) => {
      const piece = await world.openPiece(described);
      const request = await world.submit(world.partner, piece, [
        remove(world.uri(piece), 'goodsDescription', 'Oranges'),
      ]);
      const reply = await world.holder.patch(`${request}?status=REQUEST_ACCEPTED`, undefined, {
        'Accept-Language': 'de',
      });
      expect(reply.status).to.equal(422);
      expect(messages(reply).join()).to.include(german.goods);
      expect(await world.status(request)).to.equal('REQUEST_FAILED');
      expect((await errorsIn(world, request)).flatMap(messagesOf)).to.deep.equal([english.goods]);
    },
  },
  {
    section: 'D76',
    statement: 'a document is checked with them before it is sent, and warnings do not say that it does not fit',
    holds: async (world) => {
      const check = (body: Json, headers = {}): Promise<Reply> =>
        world.holder.post('/internal/validations', body, headers);
      const accepted = { 'Accept-Language': 'de' };
      const answerOf = async (body: Json): Promise<ValidationAnswer> =>
        JSON.parse((await check(body, accepted)).text) as ValidationAnswer;
      const warnedOf = await answerOf({ '@context': context, '@type': 'cargo:Piece', ...odd });
      expect(warnedOf).to.deep.include({ fits: true, violations: [] });
      expect(warnedOf.warnings).to.deep.equal([
        {
          kind: 'value',
          message: german.number,
          resource: warnedOf.warnings[0]?.resource,
          property: `${cargo}upid`,
          shape: 'https://handler.example/rules#number',
          pointer: '/cargo:upid',
          line: 1,
          column: warnedOf.warnings[0]?.column,
        },
      ]);
      const refused = await answerOf({ '@context': context, '@type': 'cargo:Piece' });
      expect(refused.violations.map(({ message }) => message)).to.deep.equal([german.goods]);
      expect(
        (await check({ '@context': context, '@type': 'cargo:Piece' }, accepted)).headers.get('content-language'),
      ).to.equal('de');

      const piece = await world.openPiece(described);
      const change = await world.holder.post(
        `/internal/validations?${new URLSearchParams({ object: world.uri(piece) }).toString()}`,
        changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]),
        accepted,
      );
      expect(member(change.json, 'fits')).to.equal(true);
      expect(list(member(change.json, 'warnings')).map((one) => member(one, 'message'))).to.deep.equal([german.number]);
    },
  },
  {
    section: 'D76',
    statement: 'the preview of a decision shows the warnings, also of a requestor that may not read the object',
    holds: async (world) => {
      const piece = await world.piece(described);
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')], { revision: 1 });
      const id = request.slice(request.lastIndexOf('/') + 1);
      const reply = await world.holder.get(`/internal/requests/${id}/preview?decision=REQUEST_ACCEPTED`, {
        headers: { 'Accept-Language': 'de' },
      });
      expect(member(reply.json, 'result')).to.equal('REQUEST_ACCEPTED');
      expect(list(member(reply.json, 'warnings')).map((one) => member(one, 'message'))).to.deep.equal([german.number]);
      expect(reply.headers.get('content-language')).to.equal('de');
    },
  },
  {
    section: 'D76',
    statement: 'events and requests are held to them, too, by the shapes of any of the files',
    holds: async (world) => {
      const piece = await world.openPiece(described);
      const post = (body: Json): Promise<Reply> =>
        world.holder.post(`${piece}/logistics-events`, body, { 'Accept-Language': 'de' });
      const event = eventBody();
      const nameless = Object.fromEntries(Object.entries(event).filter(([name]) => name !== 'cargo:eventName'));
      const refused = await post(nameless);
      expect(refused.status).to.equal(400);
      expect(messages(refused)).to.deep.equal(['"Ein Ereignis braucht einen Namen."']);
      expect((await post({ ...nameless, 'cargo:eventName': 'Arrival' })).status).to.equal(201);
      const topic = subscriptionBody({ subscriber: world.partner.agent, topic: `${cargo}Piece` });
      expect(messages(await world.partner.post('/subscriptions', topic))).to.deep.equal(['"What is it for?"']);
    },
  },
  {
    section: 'D76',
    statement: 'partners can read the shapes that they are held to',
    holds: async (world) => {
      const reply = await world.partner.get('/shapes/local', { headers: { Accept: 'text/turtle' } });
      expect(reply.status).to.equal(200);
      expect(reply.text).to.include(german.goods).and.include('https://handler.example/rules#number');
    },
  },
];

conformance('shapes of the operator', rows, {
  env: {
    SHAPES_FILES: ['../../docs/shapes-example.ttl', '../support/event-shapes.ttl']
      .map((file) => fileURLToPath(new URL(file, import.meta.url)))
      .join(),
  },
});

conformance('a node without shapes of the operator', [
  {
    section: 'D76',
    statement: 'there are none to read',
    holds: async (world) => {
      const reply = await world.partner.get('/shapes/local');
      expect(reply.status).to.equal(404);
      expect(member(reply.json, '@type')).to.equal('api:Error');
    },
  },
]);
