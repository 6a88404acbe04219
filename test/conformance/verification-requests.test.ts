import { expect } from 'chai';
import { add, xsd } from '../support/changes.js';
import { api, cargo, context, type Json, list, member, type Party } from '../support/node.js';
import {
  fastRetries,
  partyFor,
  Receiver,
  settled as settledDeliveries,
  subscribe,
  unsubscribeAll,
} from '../support/exchange.js';
import { accepting, errorBody, readIn, verificationBody, verify } from '../support/verifications.js';
import { idIn, type JsonObject, timeIn, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const versions = ['2.1.0', '2.2.0', '2.3.0'];

const reason: JsonObject = {
  '@context': context,
  '@type': 'api:Error',
  'api:hasTitle': 'The scale is right',
  'api:hasErrorDetail': { '@type': 'api:ErrorDetail', 'api:hasMessage': 'weighed twice' },
};

/** The status of a request, in the newest version. */
const statusOf = async (world: TestContext, request: string): Promise<string> =>
  idIn(member(await readIn(world, '2.3.0', request), 'api:hasRequestStatus')).replace('api:', '');

const codesOf = (request: Json): Json[] =>
  list(member(request, 'api:hasError'))
    .flatMap((error) => list(member(error, 'api:hasErrorDetail')))
    .map((detail) => member(detail, 'api:hasCode'));

const decide = (world: TestContext, request: string, status: string, body?: Json): ReturnType<Party['patch']> =>
  world.holder.patch(`${request}?status=${status}`, body);

/** What ends a pending request. */
const endings: Readonly<
  Record<string, (world: TestContext, request: string, requestor?: Party) => ReturnType<Party['patch']>>
> = {
  REQUEST_ACKNOWLEDGED: (world, request) => decide(world, request, 'REQUEST_ACKNOWLEDGED'),
  REQUEST_REJECTED: (world, request) => decide(world, request, 'REQUEST_REJECTED', reason),
  REQUEST_FAILED: (world, request) => decide(world, request, 'REQUEST_FAILED', reason),
  REQUEST_REVOKED: (world, request, requestor = world.partner) => requestor.delete(request),
};

const invalid: Readonly<Record<string, JsonObject>> = {
  'another type': { '@type': 'api:Change' },
  'no object': { 'api:hasLogisticsObject': [] },
  'two objects': { 'api:hasLogisticsObject': [{ '@id': 'urn:x:a' }, { '@id': 'urn:x:b' }] },
  'another object': { 'api:hasLogisticsObject': { '@id': 'https://example.org/logistics-objects/p1' } },
  'no revision': { 'api:hasRevision': [] },
  'two revisions': {
    'api:hasRevision': ['1', '2'].map((value) => ({ '@type': `${xsd}positiveInteger`, '@value': value })),
  },
  'revision 0': { 'api:hasRevision': { '@type': `${xsd}integer`, '@value': '0' } },
  'a revision that is no number': { 'api:hasRevision': 'first' },
  'no error': { 'api:hasError': [] },
  'an error without a title': { 'api:hasError': errorBody({ 'api:hasTitle': [] }) },
  'an error with two titles': { 'api:hasError': errorBody({ 'api:hasTitle': ['a', 'b'] }) },
  'an error without a detail': { 'api:hasError': errorBody({ 'api:hasErrorDetail': [] }) },
  'an error that is text': { 'api:hasError': 'too heavy' },
  'a second error without a title': { 'api:hasError': [errorBody(), errorBody({ 'api:hasTitle': [] })] },
  'a property that is no IRI': { 'api:hasError': errorBody({}, { 'api:hasProperty': 'grossWeight' }) },
  'a resource that is no IRI': { 'api:hasError': errorBody({}, { 'api:hasResource': 'p 1' }) },
};

const statements: Statement[] = [
  ...each({ partner: 'partner', 'other partner': 'otherPartner', holder: 'holder' } as const, (name) => ({
    section: 'V30',
    statement: 'any authenticated caller may post one: 201 without a body, Location and Type',
    holds: async (world) => {
      const piece = await world.openPiece();
      const reply = await world[name].post(piece, verificationBody(world.uri(piece), 1));
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.text).to.equal('');
      expect(reply.headers.get('location')).to.include(world.uri('/action-requests/'));
      expect(reply.headers.get('type')).to.equal(`${api}VerificationRequest`);
      await world.expectRejected(piece, 401, () => world.anonymous.post(piece, verificationBody(world.uri(piece), 1)));
    },
  })),
  {
    section: 'V31, V22',
    statement: 'the request has the Verification as it was posted, who requested it and when, and is pending',
    holds: async (world) => {
      const piece = await world.openPiece();
      const errors = [
        errorBody({ 'api:hasSeverity': { '@id': 'api:WARNING' } }, { 'api:hasMessage': 'the scale says 21 kg' }),
        errorBody(
          { 'api:hasTitle': 'no coload' },
          { 'api:hasResource': { '@type': `${xsd}anyURI`, '@value': 'urn:x:1' } },
        ),
      ];
      const request = await verify(world, piece, { 'api:notifyRequestStatusChange': false, 'api:hasError': errors });
      const read = await readIn(world, '2.3.0', request);
      expect(member(read, '@type')).to.equal('api:VerificationRequest');
      expect(idIn(member(read, 'api:isRequestedBy'))).to.equal(world.partner.agent);
      expect(timeIn(member(read, 'api:isRequestedAt'))).to.equal(world.node.clock.now().getTime());
      expect(idIn(member(read, 'api:hasRequestStatus'))).to.equal('api:REQUEST_PENDING');
      const verification = member(read, 'api:hasVerification');
      expect(member(verification, '@type')).to.equal('api:Verification');
      expect(idIn(member(verification, 'api:hasLogisticsObject'))).to.equal(world.uri(piece));
      expect(member(verification, 'api:hasRevision')).to.deep.equal({
        '@type': `${xsd}positiveInteger`,
        '@value': '1',
      });
      expect(member(verification, 'api:notifyRequestStatusChange')).to.equal(false);
      const kept = list(member(verification, 'api:hasError')).map((error) => withoutIds(error));
      expect(kept).to.have.deep.members(errors);
    },
  },
  ...each(invalid, (more) => ({
    section: 'V32, V78',
    statement: 'an invalid Verification is 400 with the title of an invalid resource, and nothing is made',
    holds: async (world) => {
      const piece = await world.openPiece();
      const reply = await world.expectRejected(piece, 400, () =>
        world.partner.post(piece, verificationBody(world.uri(piece), 1, more)),
      );
      expect(member(reply.json, 'api:hasTitle')).to.equal('Invalid resource');
    },
  })),
  ...each(
    {
      two: [{ '@id': 'api:ERROR' }, { '@id': 'api:WARNING' }],
      another: { '@id': 'api:FATAL' },
      'a text': 'loud',
    },
    (severity) => ({
      section: 'V22',
      statement: 'several severities, or one that there is not, are 400, in a Verification and in a reason',
      holds: async (world) => {
        const piece = await world.openPiece();
        const more = { 'api:hasError': errorBody({ 'api:hasSeverity': severity }) };
        await world.expectRejected(piece, 400, () =>
          world.partner.post(piece, verificationBody(world.uri(piece), 1, more)),
        );
        const request = await verify(world, piece);
        await world.expectRejected(piece, 400, () =>
          decide(world, request, 'REQUEST_REJECTED', { ...reason, 'api:hasSeverity': severity }),
        );
      },
    }),
  ),
  {
    section: 'V32',
    statement: 'an object that does not exist is 404, another media type 415',
    holds: async (world) => {
      const piece = await world.openPiece();
      const body = verificationBody(world.uri(piece), 1);
      await world.expectRejected(piece, 404, () => world.partner.post('/logistics-objects/none', body));
      await world.expectRejected(piece, 415, () =>
        world.partner.post(piece, body, { 'Content-Type': 'application/json' }),
      );
      await world.expectRejected(piece, 400, () => world.partner.post(piece, '{'));
    },
  },
  {
    section: 'V33, V19',
    statement: 'the object stays as it is: its revision, tag and time',
    holds: async (world) => {
      const piece = await world.openPiece();
      const read = async (): Promise<unknown> => {
        const { text, headers } = await world.holder.get(piece, { headers: accepting('2.3.0') });
        const names = ['etag', 'last-modified', 'revision', 'latest-revision'];
        return [text, ...names.map((name) => headers.get(name))];
      };
      const before = await read();
      const request = await verify(world, piece);
      world.node.clock.advance(10);
      expect((await decide(world, request, 'REQUEST_ACKNOWLEDGED')).status).to.equal(204);
      expect(await read()).to.deep.equal(before);
      const trail = await readIn(world, '2.3.0', `${piece}/audit-trail`);
      expect(member(member(trail, 'api:hasLatestRevision'), '@value')).to.equal('1');
    },
  },
  {
    section: 'V34, L11, L40',
    statement: 'a Verification of another revision than the latest fails at once, with 409',
    holds: async (world) => {
      const piece = await world.openPiece();
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      for (const revision of [1, 3]) {
        const reply = await world.partner.post(piece, verificationBody(world.uri(piece), revision));
        expect(reply.status, reply.text).to.equal(201);
        const request = await readIn(world, '2.3.0', world.path(reply.headers.get('location')));
        expect(idIn(member(request, 'api:hasRequestStatus'))).to.equal('api:REQUEST_FAILED');
        expect(codesOf(request)).to.deep.equal(['409']);
        expect(codesOf(member(request, 'api:hasVerification'))).to.deep.equal(['W1']);
      }
    },
  },
  {
    section: 'V34, L11, L40',
    statement:
      'a property that the data model does not have makes it fail at once, with 422; one without a value does not',
    holds: async (world) => {
      const piece = await world.openPiece();
      const about = (property: string): JsonObject => ({
        'api:hasError': errorBody({}, { 'api:hasProperty': { '@type': `${xsd}anyURI`, '@value': property } }),
      });
      for (const property of [`${cargo}grossWeigth`, 'https://example.org/ns#weight']) {
        const request = await readIn(world, '2.3.0', await verify(world, piece, about(property)));
        expect(idIn(member(request, 'api:hasRequestStatus')), property).to.equal('api:REQUEST_FAILED');
        expect(codesOf(request)).to.deep.equal(['422']);
      }
      for (const property of [`${cargo}coload`, `${cargo}upid`])
        expect(await statusOf(world, await verify(world, piece, about(property)))).to.equal('REQUEST_PENDING');
    },
  },
  ...each({ '{"@id"}': { '@id': `${cargo}grossWeight` }, text: `${cargo}grossWeight` }, (value) => ({
    section: 'V32, D5',
    statement: 'a property may be written as',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece, { 'api:hasError': errorBody({}, { 'api:hasProperty': value }) });
      const verification = member(await readIn(world, '2.3.0', request), 'api:hasVerification');
      const detail = member(member(verification, 'api:hasError'), 'api:hasErrorDetail');
      expect(member(member(detail, 'api:hasProperty'), '@value')).to.equal(`${cargo}grossWeight`);
    },
  })),
  ...each(endings, (end, status) => ({
    section: 'V35, V36',
    statement: 'a pending request is decided or revoked once: 204 with Location and Type, then 422',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      const reply = await end(world, request);
      expect(reply.status, reply.text).to.equal(204);
      expect(reply.headers.get('location')).to.equal(world.uri(request));
      expect(reply.headers.get('type')).to.equal(`${api}VerificationRequest`);
      expect(await statusOf(world, request)).to.equal(status);
      for (const again of Object.values(endings)) await world.expectRejected(piece, 422, () => again(world, request));
      expect(await statusOf(world, request)).to.equal(status);
    },
  })),
  ...each({ rejected: 'REQUEST_REJECTED', failed: 'REQUEST_FAILED' }, (status) => ({
    section: 'V35, V22',
    statement: 'an Error gives the reason, with its severity',
    holds: async (world) => {
      const request = await verify(world, await world.openPiece());
      const body = { ...reason, 'api:hasSeverity': { '@id': 'api:WARNING' } };
      expect((await decide(world, request, status, body)).status).to.equal(204);
      const error = member(await readIn(world, '2.3.0', request), 'api:hasError');
      expect(member(error, 'api:hasTitle')).to.equal('The scale is right');
      expect(idIn(member(error, 'api:hasSeverity'))).to.equal('api:WARNING');
      expect(member(member(error, 'api:hasErrorDetail'), '@type')).to.equal('api:ErrorDetail');
      const older = member(await readIn(world, '2.2.0', request), 'api:hasError');
      expect(member(older, 'api:hasSeverity')).to.equal(undefined);
    },
  })),
  {
    section: 'V35',
    statement: 'accepting one is 422, deciding by another agent 403, an unknown status 400',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      await world.expectRejected(piece, 422, () => decide(world, request, 'REQUEST_ACCEPTED'));
      for (const party of [world.partner, world.otherPartner])
        await world.expectRejected(piece, 403, () => party.patch(`${request}?status=REQUEST_ACKNOWLEDGED`));
      for (const status of ['REQUEST_PENDING', 'ACKNOWLEDGED', ''])
        await world.expectRejected(piece, 400, () => decide(world, request, status));
      expect(await statusOf(world, request)).to.equal('REQUEST_PENDING');
    },
  },
  ...each(
    {
      'with a prefix': 'api:REQUEST_ACKNOWLEDGED',
      'as IRI': `${api}REQUEST_ACKNOWLEDGED`,
      'as IRI with a slash': `${api.replace('#', '/')}REQUEST_ACKNOWLEDGED`,
    },
    (status) => ({
      section: 'V35, L16',
      statement: 'the status may be written',
      holds: async (world) => {
        const request = await verify(world, await world.openPiece());
        expect((await decide(world, request, encodeURIComponent(status))).status).to.equal(204);
        expect(await statusOf(world, request)).to.equal('REQUEST_ACKNOWLEDGED');
      },
    }),
  ),
  {
    section: 'V36, V82',
    statement: 'the requestor or an internal agent revokes, and who and when is recorded; anyone else is 403',
    holds: async (world) => {
      for (const party of [world.partner, world.holder]) {
        const piece = await world.openPiece();
        const request = await verify(world, piece);
        await world.expectRejected(piece, 403, () => world.otherPartner.delete(request));
        world.node.clock.advance(1);
        expect((await party.delete(request)).status).to.equal(204);
        const read = await readIn(world, '2.1.0', request);
        expect(idIn(member(read, 'api:isRevokedBy'))).to.equal(party.agent);
        expect(timeIn(member(read, 'api:isRevokedAt'))).to.equal(world.node.clock.now().getTime());
      }
    },
  },
  {
    section: 'V37',
    statement: 'the requestor and internal agents read it, others are 403',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      for (const party of [world.partner, world.holder]) expect((await party.get(request)).status).to.equal(200);
      await world.expectRejected(piece, 403, () => world.otherPartner.get(request));
      await world.expectRejected(piece, 401, () => world.anonymous.get(request));
    },
  },
  {
    section: 'V31',
    statement: 'a detail that several errors share is stored once',
    holds: async (world) => {
      const shared = { '@id': '_:shared', 'api:hasMessage': 'x'.repeat(10_000) };
      const errors = Array.from({ length: 200 }, (_, index) =>
        errorBody({
          'api:hasTitle': `error ${index}`,
          'api:hasErrorDetail': index === 0 ? shared : { '@id': '_:shared' },
        }),
      );
      const request = await verify(world, await world.openPiece(), { 'api:hasError': errors });
      const { text } = await world.holder.get(request, { headers: accepting('2.3.0', 'application/n-triples') });
      expect(text.match(/x{10000}/g)).to.have.length(1);
      expect(text.match(/#hasErrorDetail>/g)).to.have.length(200);
    },
  },
  {
    section: 'V38',
    statement: 'accepting a Change leaves pending requests as they are',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      await world.change(piece, [add(world.uri(piece), 'upid', 'x')]);
      expect(await statusOf(world, request)).to.equal('REQUEST_PENDING');
      expect((await decide(world, request, 'REQUEST_ACKNOWLEDGED')).status).to.equal(204);
    },
  },
  {
    section: 'V23',
    statement: 'no status depends on the severity',
    holds: async (world) => {
      const piece = await world.openPiece();
      for (const severity of ['WARNING', 'ERROR']) {
        const error = errorBody({ 'api:hasSeverity': { '@id': `api:${severity}` } });
        const request = await verify(world, piece, { 'api:hasError': [error, error] });
        expect(await statusOf(world, request)).to.equal('REQUEST_PENDING');
        expect((await decide(world, request, 'REQUEST_ACKNOWLEDGED')).status).to.equal(204);
      }
    },
  },
  {
    section: 'V9, V10, L5',
    statement: '2.0.0 has no Verifications: 405 for posting, 406 for reading; naming no version, they are in 2.1.0',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      const body = verificationBody(world.uri(piece), 1);
      const refused = await world.expectRejected(piece, 405, () => world.partner.post(piece, body, accepting('2.0.0')));
      expect(refused.headers.get('allow')).to.equal('GET, HEAD, PATCH');
      const unnamed = await world.partner.get(request);
      expect(unnamed.headers.get('content-type')).to.include('version=2.1.0');
      const old = await world.partner.get(request, { headers: accepting('2.0.0') });
      expect(old.status).to.equal(406);
      for (const version of versions) expect(old.text).to.include(version);
      expect((await world.otherPartner.get(request, { headers: accepting('2.0.0') })).status).to.equal(403);
    },
  },
  ...each({ '2.1.0': '2.1.0', '2.2.0': '2.2.0', '2.3.0': '2.3.0' }, (version) => ({
    section: 'V20, V21, V50',
    statement: 'each version shows its own names of errors, severity and history',
    holds: async (world) => {
      const request = await verify(world, await world.openPiece());
      expect((await decide(world, request, 'REQUEST_REJECTED', reason)).status).to.equal(204);
      const { text } = await world.holder.get(request, { headers: accepting(version) });
      expect(text).to.include('api:ErrorDetail"').and.not.include('ErrorDetails');
      for (const name of ['hasSeverity', 'WARNING', 'hasRequestStatusSince', 'hasRequestStatusHistory', 'isChangedBy'])
        expect(text.includes(`api:${name}`), name).to.equal(version === '2.3.0');
    },
  })),
  {
    section: 'V40',
    statement: 'a Change may name the verification requests that it answers, which it shows from 2.1.0 on',
    holds: async (world) => {
      const piece = await world.openPiece();
      const answered = [await verify(world, piece), await verify(world, piece)];
      const links = answered.map((request) => ({ '@id': world.uri(request) }));
      for (const linked of [links, links.slice(0, 1)]) {
        const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')], {
          'api:hasVerificationRequest': linked,
        });
        for (const version of versions) {
          const change = member(await readIn(world, version, request), 'api:hasChange');
          expect(list(member(change, 'api:hasVerificationRequest')).map(idIn)).to.have.members(linked.map(idIn));
        }
        expect((await world.holder.get(request)).text).to.not.include('hasVerificationRequest');
      }
    },
  },
  {
    section: 'V40',
    statement: 'a link to anything but a request to verify this object is 422',
    holds: async (world) => {
      const [piece, other] = [await world.openPiece(), await world.openPiece()];
      const operations = [add(world.uri(piece), 'upid', 'x')];
      const wrong = [
        world.uri(await verify(world, other)),
        world.uri(await world.submit(world.partner, piece, operations)),
        world.uri('/action-requests/none'),
        world.uri(piece),
        'https://example.org/action-requests/1',
      ];
      const right = world.uri(await verify(world, piece));
      for (const uri of wrong)
        for (const links of [[uri], [right, uri]])
          await world.expectRejected(piece, 422, () =>
            world.send(world.partner, piece, operations, {
              'api:hasVerificationRequest': links.map((link) => ({ '@id': link })),
            }),
          );
    },
  },
  {
    section: 'V41, L13',
    statement: 'neither submitting nor accepting such a Change decides the verification',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      const change = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')], {
        'api:hasVerificationRequest': { '@id': world.uri(request) },
      });
      expect(await statusOf(world, request)).to.equal('REQUEST_PENDING');
      expect((await world.accept(change)).status).to.equal(204);
      expect(await statusOf(world, request)).to.equal('REQUEST_PENDING');
    },
  },
  {
    section: 'L9, L34',
    statement: 'the list of requests has them, but not for an older version that is named',
    holds: async (world) => {
      const piece = await world.openPiece();
      const request = await verify(world, piece);
      const change = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      const about = `logistics-object=${encodeURIComponent(world.uri(piece))}`;
      const listed = async (query: string, headers = {}): Promise<unknown[]> => {
        const { json } = await world.holder.get(`/action-requests?${query}`, { headers });
        return [
          member(member(json, 'api:hasTotalItems'), '@value'),
          ...list(member(json, 'api:hasItem')).map((item) => world.path(idIn(item))),
        ];
      };
      expect(await listed(about)).to.have.members(['2', request, change]);
      expect(await listed(`${about}&type=VerificationRequest`)).to.deep.equal(['1', request]);
      expect(await listed(`${about}&type=api:VerificationRequest&status=REQUEST_PENDING`)).to.deep.equal([
        '1',
        request,
      ]);
      expect(await listed(about, accepting('2.0.0'))).to.deep.equal(['1', change]);
      expect(await listed(`${about}&type=VerificationRequest`, accepting('2.0.0'))).to.deep.equal(['0']);
      expect(await listed('type=VerificationRequest&limit=0', accepting('2.0.0'))).to.deep.equal(['0']);
      const { headers } = await world.holder.get('/action-requests');
      expect(headers.get('content-type')).to.include('version=2.3.0');
    },
  },
  {
    section: 'D16',
    statement: 'an object that has moved answers a Verification with a redirect',
    holds: async (world) => {
      const piece = await world.openPiece();
      const location = 'https://elsewhere.example/logistics-objects/p';
      const moved = await world.holder.put(`/internal/relocations${piece.replace('/logistics-objects', '')}`, {
        location,
        permanent: true,
      });
      expect(moved.status, moved.text).to.equal(204);
      const reply = await world.partner.post(piece, verificationBody(world.uri(piece), 1));
      expect(reply.status).to.equal(301);
      expect(reply.headers.get('location')).to.equal(location);
    },
  },
];

/** The members of a JSON-LD object without the identifiers of the parts. */
function withoutIds(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(
    ([name, inner]) => name !== '@id' || typeof inner !== 'string' || !inner.startsWith('internal:'),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutIds(inner)]));
}

conformance('Verification requests', statements);

conformance(
  'Verification requests with AUTO_ACCEPT=all',
  [
    {
      section: 'V38',
      statement: 'a Verification is acknowledged at once, one that fails at once stays failed',
      holds: async (world) => {
        const piece = await world.openPiece();
        expect(await statusOf(world, await verify(world, piece))).to.equal('REQUEST_ACKNOWLEDGED');
        const reply = await world.partner.post(piece, verificationBody(world.uri(piece), 2));
        expect(await statusOf(world, world.path(reply.headers.get('location')))).to.equal('REQUEST_FAILED');
      },
    },
  ],
  { env: { AUTO_ACCEPT: 'all' } },
);

/** A partner with a server of its own, which records what it is notified of. */
async function notified(world: TestContext, use: (party: Party, receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await Receiver.start();
  try {
    await use(await partyFor(world.node.url, receiver.agent), receiver);
  } finally {
    await unsubscribeAll(world.holder);
    await receiver.close();
  }
}

conformance(
  'Verification requests and notifications',
  [
    ...each(endings, (end, status) => ({
      section: 'V39, L35',
      statement:
        'with notifyRequestStatusChange the requestor gets every status change, with the object and the request',
      holds: (world) =>
        notified(world, async (party, receiver) => {
          const piece = await world.openPiece();
          const request = await verify(world, piece, { 'api:notifyRequestStatusChange': true }, party);
          expect((await end(world, request, party)).status).to.equal(204);
          const received = await receiver.distinct(2);
          const ending = status.replace('REQUEST_', 'VERIFICATION_REQUEST_');
          expect(received.map(({ eventType }) => eventType)).to.deep.equal(['VERIFICATION_REQUEST_PENDING', ending]);
          for (const { body, triggeredBy, object, headers } of received) {
            // The default version does not have them: a receiver that named none gets the oldest that does.
            expect(headers['content-type']).to.include('version=2.1.0');
            expect(triggeredBy).to.equal(world.uri(request));
            expect(object).to.equal(world.uri(piece));
            expect(member(member(body, 'api:hasLogisticsObjectType'), '@value')).to.equal(`${cargo}Piece`);
          }
        }),
    })),
    {
      section: 'V39, L28',
      statement: 'one that fails at once is reported as pending and failed; without the flag nothing is sent',
      holds: (world) =>
        notified(world, async (party, receiver) => {
          const piece = await world.openPiece();
          for (const flag of [undefined, false, true]) {
            const body = verificationBody(world.uri(piece), 7, { 'api:notifyRequestStatusChange': flag });
            expect((await party.post(piece, body)).status).to.equal(201);
            await settledDeliveries(world.holder);
            const expected = flag === true ? ['PENDING', 'FAILED'] : [];
            expect(receiver.received.map(({ eventType }) => eventType)).to.deep.equal(
              expected.map((name) => `VERIFICATION_REQUEST_${name}`),
            );
          }
        }),
    },
    {
      section: 'V33',
      statement: 'no subscriber of the object hears of it',
      holds: (world) =>
        notified(world, async (party, receiver) => {
          const piece = await world.openPiece();
          await subscribe(world.holder, party, { topic: world.uri(piece) });
          const request = await verify(world, piece);
          expect((await decide(world, request, 'REQUEST_ACKNOWLEDGED')).status).to.equal(204);
          await settledDeliveries(world.holder);
          expect(receiver.received).to.deep.equal([]);
        }),
    },
  ],
  { env: fastRetries },
);
