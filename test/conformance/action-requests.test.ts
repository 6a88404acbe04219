import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import { api, context, type Json, list, member, messages, type Party } from '../support/node.js';
import { idIn, timeIn, type TestContext } from '../support/world.js';
import { accepting, readIn } from '../support/verifications.js';
import { conformance, each, type Statement } from './statement.js';

const pending = async (world: TestContext): Promise<{ piece: string; request: string }> => {
  const piece = await world.piece();
  return { piece, request: await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]) };
};

/** A request in each status that a ChangeRequest can have but pending. */
const settled: Readonly<Record<string, (world: TestContext) => Promise<{ piece: string; request: string }>>> = {
  REQUEST_ACCEPTED: async (world) => {
    const made = await pending(world);
    expect((await world.accept(made.request)).status).to.equal(204);
    return made;
  },
  REQUEST_REJECTED: async (world) => {
    const made = await pending(world);
    expect((await world.decide(made.request, 'REQUEST_REJECTED')).status).to.equal(204);
    return made;
  },
  REQUEST_REVOKED: async (world) => {
    const made = await pending(world);
    expect((await world.partner.delete(made.request)).status).to.equal(204);
    return made;
  },
  REQUEST_FAILED: async (world) => {
    const piece = await world.piece();
    const request = await world.submit(world.partner, piece, [remove(world.uri(piece), 'upid', 'none')]);
    expect((await world.accept(request)).status).to.equal(422);
    return { piece, request };
  },
};

const statements: Statement[] = [
  {
    section: 'ActionRequest',
    statement: 'a request names its requestor, from the token, and the time',
    holds: async (world) => {
      const { request } = await pending(world);
      const { json, headers } = await world.partner.get(request);
      expect(member(json, '@type')).to.equal('api:ChangeRequest');
      expect(member(member(json, 'api:isRequestedBy'), '@id')).to.equal(world.partner.agent);
      const at = timeIn(member(json, 'api:isRequestedAt'));
      expect(at).to.equal(world.node.clock.now().getTime());
      expect(headers.get('type')).to.equal(`${api}ChangeRequest`);
    },
  },
  {
    section: 'L8, V8',
    statement: 'the version that its requestor named is recorded and not shown',
    holds: async (world) => {
      const piece = await world.piece();
      const body = changeBody(world.uri(piece), 1, [add(world.uri(piece), 'upid', 'x')]);
      const type = { 'Content-Type': 'application/ld+json; version=2.2.0' };
      const reply = await world.partner.patch(piece, body, type);
      const request = world.path(reply.headers.get('location'));
      for (const path of [request, `${piece}/audit-trail`, '/action-requests'])
        for (const version of ['2.0.0', '2.3.0'])
          expect(JSON.stringify(await readIn(world, version, path))).to.not.include('conformsTo');
    },
  },
  {
    section: 'D15',
    statement: 'the requestor and internal agents may read a request, no other agent',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      expect((await world.partner.get(request)).status).to.equal(200);
      expect((await world.holder.get(request)).status).to.equal(200);
      await world.expectRejected(piece, 403, () => world.otherPartner.get(request));
      await world.expectRejected(piece, 401, () => world.anonymous.get(request));
    },
  },
  {
    section: 'D14',
    statement: 'a request that does not exist is 404 for every method and caller',
    holds: async (world) => {
      const piece = await world.piece();
      for (const id of ['none', 'a%2Fb', 'a'.repeat(201), '%00'])
        for (const [method, query] of [
          ['GET', ''],
          ['DELETE', ''],
          ['PATCH', '?status=REQUEST_ACCEPTED'],
        ] as const)
          for (const party of [world.holder, world.otherPartner])
            await world.expectRejected(piece, 404, () => party.send(method, `/action-requests/${id}${query}`));
    },
  },
  {
    section: 'D18',
    statement: 'deciding is 204 with Location and Type, by short name or full IRI',
    holds: async (world) => {
      for (const status of ['REQUEST_ACCEPTED', 'REQUEST_REJECTED', encodeURIComponent(`${api}REQUEST_REJECTED`)]) {
        const { request } = await pending(world);
        const reply = await world.holder.patch(`${request}?status=${status}`);
        expect(reply.status).to.equal(204);
        expect(reply.headers.get('location')).to.equal(world.uri(request));
        expect(reply.headers.get('type')).to.equal(`${api}ChangeRequest`);
      }
    },
  },
  {
    section: 'Authentication, table',
    statement: 'deciding is for internal agents: the requestor and third parties are 403',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      for (const party of [world.partner, world.otherPartner])
        await world.expectRejected(piece, 403, () => party.patch(`${request}?status=REQUEST_ACCEPTED`));
      await world.expectRejected(piece, 401, () => world.anonymous.patch(`${request}?status=REQUEST_ACCEPTED`));
    },
  },
  ...each(
    {
      missing: '',
      empty: '?status=',
      unknown: '?status=OK',
      'revoked and another': '?status=REQUEST_REVOKED&status=REQUEST_REVOKED',
      pending: '?status=REQUEST_PENDING',
      'given twice': '?status=REQUEST_ACCEPTED&status=REQUEST_ACCEPTED',
      'two at once': '?status=REQUEST_ACCEPTED,REQUEST_REJECTED',
      'in lower case': '?status=request_accepted',
      'of another namespace': '?status=https%3A%2F%2Fexample.org%2FREQUEST_ACCEPTED',
    },
    (query) => ({
      section: 'D18',
      statement: 'a decision without a status that is one is 400',
      holds: async (world) => {
        const { piece, request } = await pending(world);
        await world.expectRejected(piece, 400, () => world.holder.patch(request + query));
      },
    }),
  ),
  ...each({ acknowledging: 'REQUEST_ACKNOWLEDGED', failing: 'REQUEST_FAILED' }, (status) => ({
    section: 'V35, L12',
    statement: 'a decision that requests of another kind have is 422',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      await world.expectRejected(piece, 422, () => world.holder.patch(`${request}?status=${status}`));
      expect(await world.status(request)).to.equal('REQUEST_PENDING');
    },
  })),
  ...each(settled, (make, name) => ({
    section: 'D18, D22, V80',
    statement: 'what is decided stays: accepting, rejecting and revoking are 422',
    holds: async (world) => {
      const { piece, request } = await make(world);
      for (const decision of ['REQUEST_ACCEPTED', 'REQUEST_REJECTED'] as const)
        await world.expectRejected(piece, 422, () => world.decide(request, decision));
      for (const party of [world.partner, world.holder])
        await world.expectRejected(piece, 422, () => party.delete(request));
      expect(await world.status(request)).to.equal(name);
    },
  })),
  {
    section: 'Errors, rule 3; D15',
    statement: 'the error of a request is read at its URI by the readers of the request',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      const detail = { '@type': 'api:ErrorDetails', 'api:hasCode': '400', 'api:hasMessage': 'too heavy' };
      const reason = { '@context': context, '@type': 'api:Error', 'api:hasTitle': 'No', 'api:hasErrorDetail': detail };
      expect((await world.decide(request, 'REQUEST_REJECTED', reason)).status).to.equal(204);
      const stated = member(await world.read(request), 'api:hasError');
      const address = world.path(idIn(stated));
      for (const party of [world.holder, world.partner]) {
        const { status, headers, json } = await party.get(address);
        expect(status).to.equal(200);
        expect(headers.get('type')).to.equal(`${api}Error`);
        for (const name of ['@id', '@type', 'api:hasTitle', 'api:hasErrorDetail'])
          expect(member(json, name), name).to.deep.equal(member(stated, name));
      }
      expect((await world.otherPartner.get(address)).status).to.equal(403);
      expect((await world.anonymous.get(address)).status).to.equal(401);
      expect((await world.holder.get(`${request}/errors/none`)).status).to.equal(404);
      expect((await world.holder.get('/action-requests/none/errors/none')).status).to.equal(404);
      expect((await world.holder.delete(address)).status).to.equal(405);
    },
  },
  {
    section: 'D18',
    statement: 'an Error body gives the reason for a rejection, any other body is ignored',
    holds: async (world) => {
      const detail = { '@type': 'api:ErrorDetails', 'api:hasCode': '400', 'api:hasMessage': 'too heavy' };
      const reason = { '@context': context, '@type': 'api:Error', 'api:hasTitle': 'No', 'api:hasErrorDetail': detail };
      const { request } = await pending(world);
      expect((await world.decide(request, 'REQUEST_REJECTED', reason)).status).to.equal(204);
      const error = member(await world.read(request), 'api:hasError');
      expect(member(error, 'api:hasTitle')).to.equal('No');
      expect(member(member(error, 'api:hasErrorDetail'), 'api:hasMessage')).to.equal('too heavy');
      expect(idIn(error)).to.include(`${request}/errors/`);
      for (const body of [
        '{',
        'nonsense',
        [],
        { '@id': 'urn:x' },
        { ...reason, '@context': 'https://example.org/c' },
      ]) {
        const next = await pending(world);
        expect((await world.holder.patch(`${next.request}?status=REQUEST_REJECTED`, body)).status).to.equal(204);
        expect(await world.status(next.request)).to.equal('REQUEST_REJECTED');
      }
    },
  },
  {
    section: 'States; D22',
    statement: 'the requestor or an internal agent revokes: 204, and who and when is recorded',
    holds: async (world) => {
      for (const party of [world.partner, world.holder]) {
        const { request } = await pending(world);
        world.node.clock.advance(1);
        expect((await party.delete(request)).status).to.equal(204);
        const read = await world.read(request);
        expect(member(member(read, 'api:isRevokedBy'), '@id')).to.equal(party.agent);
        expect(timeIn(member(read, 'api:revokedAt'))).to.equal(world.node.clock.now().getTime());
        expect(await world.status(request)).to.equal('REQUEST_REVOKED');
      }
    },
  },
  ...each(
    {
      'the short name': 'REQUEST_REVOKED',
      'with a prefix': 'api:REQUEST_REVOKED',
      'the IRI': 'https://onerecord.iata.org/ns/api#REQUEST_REVOKED',
      'the IRI with a slash': 'https://onerecord.iata.org/ns/api/REQUEST_REVOKED',
    },
    (status) => ({
      section: 'D18; D22; V81; D71',
      statement: 'PATCH with REQUEST_REVOKED does what DELETE does, for the requestor and for internal agents',
      holds: async (world) => {
        const query = `?status=${encodeURIComponent(status)}`;
        for (const party of [world.partner, world.holder]) {
          const { piece, request } = await pending(world);
          await world.expectRejected(piece, 403, () => world.otherPartner.patch(request + query));
          await world.expectRejected(piece, 401, () => world.anonymous.patch(request + query));
          const reply = await party.patch(request + query);
          expect(reply.status, reply.text).to.equal(204);
          expect(reply.headers.get('location')).to.equal(world.uri(request));
          expect(reply.headers.get('type')).to.match(/ChangeRequest$/);
          expect(await world.status(request)).to.equal('REQUEST_REVOKED');
          expect(member(member(await world.read(request), 'api:isRevokedBy'), '@id')).to.equal(party.agent);
          await world.expectRejected(piece, 422, () => party.patch(request + query));
          await world.expectRejected(piece, 404, () => party.patch(`/action-requests/none${query}`));
        }
      },
    }),
  ),
  ...each({ '2.0.0': 'revokedAt', '2.1.0': 'isRevokedAt', '2.3.0': 'isRevokedAt' }, (name, version) => ({
    section: 'V82',
    statement: 'the time of revocation has the name of its version, with the same value',
    holds: async (world) => {
      const { request } = await pending(world);
      expect((await world.partner.delete(request)).status).to.equal(204);
      const read = await readIn(world, version, request);
      expect(timeIn(member(read, `api:${name}`))).to.equal(world.node.clock.now().getTime());
      expect(['api:revokedAt', 'api:isRevokedAt'].filter((each) => member(read, each) !== undefined)).to.have.length(1);
    },
  })),
  {
    section: 'V20, V22',
    statement: 'the reason for a rejection keeps its severity, and none stays none',
    holds: async (world) => {
      const detail = { '@type': 'api:ErrorDetail', 'api:hasMessage': 'too heavy' };
      const reason = { '@context': context, '@type': 'api:Error', 'api:hasTitle': 'No', 'api:hasErrorDetail': detail };
      for (const severity of [undefined, 'api:WARNING', 'api:ERROR']) {
        const { request } = await pending(world);
        const body = severity === undefined ? reason : { ...reason, 'api:hasSeverity': { '@id': severity } };
        expect((await world.decide(request, 'REQUEST_REJECTED', body)).status).to.equal(204);
        const error = member(await readIn(world, '2.3.0', request), 'api:hasError');
        expect(member(member(error, 'api:hasSeverity'), '@id')).to.equal(severity);
        for (const [version, type] of [
          ['2.0.0', 'api:ErrorDetails'],
          ['2.1.0', 'api:ErrorDetail'],
        ] as const) {
          const older = member(await readIn(world, version, request), 'api:hasError');
          expect(member(older, 'api:hasSeverity')).to.equal(undefined);
          expect(member(member(older, 'api:hasErrorDetail'), '@type')).to.equal(type);
        }
      }
    },
  },
  {
    section: 'V21, L32',
    statement: 'an error of the node itself in a request has the severity ERROR, in 2.3.0 only',
    holds: async (world) => {
      const { request } = await (settled['REQUEST_FAILED'] ?? expect.fail())(world);
      const error = member(await readIn(world, '2.3.0', request), 'api:hasError');
      expect(idIn(member(error, 'api:hasSeverity'))).to.equal('api:ERROR');
      const address = world.path(idIn(error));
      expect(idIn(member(await readIn(world, '2.3.0', address), 'api:hasSeverity'))).to.equal('api:ERROR');
      expect(member(await readIn(world, '2.2.0', address), 'api:hasSeverity')).to.equal(undefined);
    },
  },
  ...each({ '2.0.0': '2.0.0', '2.2.0': '2.2.0', '2.3.0': '2.3.0' }, (version) => ({
    section: 'V43; D9',
    statement: 'HEAD has the header fields of GET, and every status change moves its time',
    holds: async (world) => {
      const { request } = await pending(world);
      const names = ['content-type', 'content-language', 'type', 'etag', 'last-modified'];
      const tagSince = async (second: number): Promise<string | null> => {
        world.node.clock.advance(2);
        const headers = accepting(version);
        const head = await world.partner.send('HEAD', request, { headers });
        const get = await world.partner.get(request, { headers });
        expect([head.status, head.text]).to.deep.equal([200, '']);
        for (const name of names) expect(head.headers.get(name), name).to.equal(get.headers.get(name));
        expect(Date.parse(head.headers.get('last-modified') ?? '')).to.equal(second * 1000);
        return head.headers.get('etag');
      };
      const now = (): number => Math.floor(world.node.clock.now().getTime() / 1000);
      const pendingTag = await tagSince(now());
      expect((await world.partner.delete(request)).status).to.equal(204);
      expect(await tagSince(now())).to.not.equal(pendingTag);
    },
  })),
  {
    section: 'D22',
    statement: 'revoking by another agent is 403',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      await world.expectRejected(piece, 403, () => world.otherPartner.delete(request));
      await world.expectRejected(piece, 401, () => world.anonymous.delete(request));
    },
  },
  {
    section: 'States',
    statement: 'a rejection leaves the revision as it is, and the request in the audit trail',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      const before = (await world.holder.get(piece)).text;
      await world.decide(request, 'REQUEST_REJECTED');
      expect((await world.holder.get(piece)).text).to.equal(before);
      expect((await world.holder.get(`${piece}/audit-trail`)).text).to.include(world.uri(request));
    },
  },
  {
    section: 'D19, D20',
    statement: 'of two acceptances at the same time one applies and the other is 422',
    holds: async (world) => {
      const piece = await world.piece();
      const requests = [];
      for (const text of ['a', 'b', 'c', 'd'])
        requests.push(
          await world.submit(world.partner, piece, [add(world.uri(piece), 'textualHandlingInstructions', text)]),
        );
      const replies = await Promise.all([...requests, ...requests].map((request) => world.accept(request)));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, ...Array<number>(7).fill(422)]);
      expect(await world.revision(piece)).to.equal(2);
    },
  },
  {
    section: 'Operator contract, GET /action-requests',
    statement: 'internal agents list requests by status, type, object, requestor and time, in pages',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      const query = `logistics-object=${encodeURIComponent(world.uri(piece))}`;
      const all = await world.read(`/action-requests?${query}`);
      expect(member(all, '@type')).to.equal('api:Collection');
      expect(member(all, '@id')).to.equal(world.uri('/action-requests'));
      expect(list(member(all, 'api:hasItem')).map((item) => member(item, '@id'))).to.deep.equal([world.uri(request)]);
      for (const [filter, count] of [
        ['status=REQUEST_PENDING', '1'],
        ['status=REQUEST_ACCEPTED', '0'],
        ['type=ChangeRequest', '1'],
        ['type=SubscriptionRequest', '0'],
        ['limit=0', '1'],
        ['skip=1', '1'],
        [`requested-by=${encodeURIComponent(world.partner.agent)}`, '1'],
        [`requested-by=${encodeURIComponent(world.otherPartner.agent)}`, '0'],
        ['since=20200101T000000Z', '1'],
        ['since=29990101T000000Z', '0'],
      ] as const)
        expect(
          member(member(await world.read(`/action-requests?${query}&${filter}`), 'api:hasTotalItems'), '@value'),
          filter,
        ).to.equal(count);
      for (const wrong of [
        ...['status=x', 'type=x', 'limit=x', 'skip=-1', 'logistics-object=x', 'requested-by=x', 'since=x'],
        ...['Status=REQUEST_PENDING', 'requestedBy=x', 'limit=1&_=2'],
      ])
        await world.expectRejected(piece, 400, () => world.holder.get(`/action-requests?${wrong}`));
    },
  },
  {
    section: 'Operator contract, GET /action-requests',
    statement: 'any other agent lists its own requests, and no others',
    holds: async (world) => {
      const own = await pending(world);
      const other = await world.submit(world.otherPartner, own.piece, [add(world.uri(own.piece), 'upid', 'y')]);
      const listed = async (party: Party, query: string): Promise<Json[]> => {
        const reply = await party.get(`/action-requests?${query}`);
        expect(reply.status, reply.text).to.equal(200);
        return list(member(reply.json, 'api:hasItem')).map((item) => member(item, '@id'));
      };
      const about = `logistics-object=${encodeURIComponent(world.uri(own.piece))}`;
      const self = `requested-by=${encodeURIComponent(world.partner.agent)}`;
      for (const query of [about, `${about}&status=REQUEST_PENDING`, `${about}&${self}`])
        expect(await listed(world.partner, query), query).to.deep.equal([world.uri(own.request)]);
      for (const query of ['', self, 'status=REQUEST_PENDING', 'type=ChangeRequest', 'since=20200101T000000Z']) {
        const uris = await listed(world.partner, `${query}&limit=1000`);
        expect(uris, query).to.include(world.uri(own.request)).and.not.include(world.uri(other));
      }
      const another = `requested-by=${encodeURIComponent(world.otherPartner.agent)}`;
      await world.expectRejected(own.piece, 403, () => world.partner.get(`/action-requests?${another}`));
      await world.expectRejected(own.piece, 401, () => world.anonymous.get('/action-requests'));
    },
  },
  ...each(
    {
      list: '/logistics-objects',
      notifications: '/internal/notifications',
      deliveries: '/internal/deliveries',
    },
    (path) => ({
      section: 'Operator contract',
      statement: 'an unknown query parameter of an address of this node is 400',
      holds: async (world) => {
        expect((await world.holder.get(`${path}?limit=1`)).status).to.equal(200);
        const reply = await world.holder.get(`${path}?limit=1&page=2`);
        expect(reply.status).to.equal(400);
        expect(messages(reply).join()).to.include('page').and.include('limit');
      },
    }),
  ),
  ...each({ post: 'POST', put: 'PUT' }, (method) => ({
    section: 'Endpoint summary',
    statement: 'other methods are 405 with Allow',
    holds: async (world) => {
      const { piece, request } = await pending(world);
      const reply = await world.expectRejected(piece, 405, () => world.holder.send(method, request));
      expect(reply.headers.get('allow')?.split(', ')).to.have.members(['GET', 'HEAD', 'PATCH', 'DELETE']);
    },
  })),
];

conformance('/action-requests', statements);
