import { expect } from 'chai';
import { add, remove, xsd } from '../support/changes.js';
import { api, type Json, list, member } from '../support/node.js';
import { idIn, type TestContext } from '../support/world.js';
import { accepting, readIn, verify } from '../support/verifications.js';
import { conformance, each, type Statement } from './statement.js';

const TRAIL = 'GET …/audit-trail';

const requestsOf = (trail: Json): string[] => list(member(trail, 'api:hasChangeRequest')).map(idIn);

/** As `requestsOf`, also of the versions that list verifications beside changes. */
const listedIn = (trail: Json): string[] =>
  [...list(member(trail, 'api:hasChangeRequest')), ...list(member(trail, 'api:hasActionRequest'))].map(idIn);

/** A piece with one request for each status, ten seconds apart, in the order of `statuses`. */
async function everyStatus(world: TestContext): Promise<{ piece: string; requests: string[]; times: string[] }> {
  const piece = await world.piece();
  const uri = world.uri(piece);
  const requests: string[] = [];
  const times: string[] = [];
  const step = async (make: () => Promise<string>): Promise<void> => {
    world.node.clock.advance(10);
    times.push(`${world.node.clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`);
    requests.push(await make());
  };
  await step(() => world.change(piece, [add(uri, 'coload', 'true', 'xsd:boolean')]));
  await step(async () => {
    const request = await world.submit(world.partner, piece, [add(uri, 'upid', 'x')]);
    expect((await world.decide(request, 'REQUEST_REJECTED')).status).to.equal(204);
    return request;
  });
  await step(async () => {
    const request = await world.submit(world.partner, piece, [remove(uri, 'upid', 'not there')]);
    expect((await world.accept(request)).status).to.equal(422);
    return request;
  });
  await step(async () => {
    const request = await world.submit(world.partner, piece, [add(uri, 'upid', 'y')]);
    expect((await world.partner.delete(request)).status).to.equal(204);
    return request;
  });
  await step(() => world.submit(world.partner, piece, [add(uri, 'upid', 'z')]));
  return { piece, requests: requests.map((request) => world.uri(request)), times };
}

const statuses = ['ACCEPTED', 'REJECTED', 'FAILED', 'REVOKED', 'PENDING'].map((name) => `REQUEST_${name}`);

type Listed = readonly [request: string, status: string];

/** Changes and verifications of one piece, with their statuses in the order of the last change of status. */
async function changesAndVerifications(
  world: TestContext,
): Promise<{ piece: string; expected: Listed[]; changes: string[] }> {
  const piece = await world.piece();
  const uri = world.uri(piece);
  const later = async <Result>(make: () => Promise<Result>): Promise<Result> => {
    world.node.clock.advance(10);
    return make();
  };
  const submit = (): Promise<string> => later(() => world.submit(world.partner, piece, [add(uri, 'upid', 'x')]));
  const doubt = (): Promise<string> => later(() => verify(world, piece));
  const end = (request: string, status: string): Promise<void> =>
    later(async () => {
      const path = `${request}?status=REQUEST_${status}`;
      expect((await world.holder.patch(path)).status, path).to.equal(204);
    });
  const first = await submit();
  const acknowledged = await doubt();
  const second = await submit();
  const failed = await doubt();
  const revoked = await doubt();
  const pending = await doubt();
  await end(second, 'REJECTED');
  await end(failed, 'FAILED');
  await end(revoked, 'REVOKED');
  await end(acknowledged, 'ACKNOWLEDGED');
  await end(first, 'ACCEPTED');
  return {
    piece,
    expected: [
      [pending, 'PENDING'],
      [second, 'REJECTED'],
      [failed, 'FAILED'],
      [revoked, 'REVOKED'],
      [acknowledged, 'ACKNOWLEDGED'],
      [first, 'ACCEPTED'],
    ],
    changes: [first, second],
  };
}

/** Five requests that exclude each other, a second apart; the acceptance of the third one rejects the others. */
async function oneOfFive(world: TestContext): Promise<{ piece: string; requests: string[] }> {
  const piece = await world.openPiece();
  const requests: string[] = [];
  for (const upid of ['a', 'b', 'c', 'd', 'e']) {
    world.node.clock.advance(1);
    requests.push(await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', upid)]));
  }
  expect((await world.accept(requests[2] ?? '')).status).to.equal(204);
  return { piece, requests };
}

const statements: Statement[] = [
  {
    section: TRAIL,
    statement: 'lists requests in the order of their creation, also those that one acceptance changed together',
    holds: async (world) => {
      const { piece, requests } = await oneOfFive(world);
      const { json } = await world.holder.get(`${piece}/audit-trail`);
      expect(requestsOf(json)).to.deep.equal(requests.map((request) => world.uri(request)));
    },
  },
  {
    section: TRAIL,
    statement: '200 with an AuditTrail whose @id is its URL, and the latest revision (D35)',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.holder.get(`${piece}/audit-trail`);
      expect(reply.headers.get('content-language')).to.equal('en-US');
      expect(reply.headers.get('type')).to.equal(`${api}AuditTrail`);
      expect(reply.json).to.deep.equal({
        '@context': { api },
        '@id': world.uri(`${piece}/audit-trail`),
        '@type': 'api:AuditTrail',
        'api:hasLatestRevision': { '@type': `${xsd}positiveInteger`, '@value': '1' },
      });
    },
  },
  {
    section: 'D12',
    statement: 'change requests with every status are listed, newest last',
    holds: async (world) => {
      const { piece, requests } = await everyStatus(world);
      const trail = await world.read(`${piece}/audit-trail`);
      expect(requestsOf(trail)).to.deep.equal(requests);
      expect(member(member(trail, 'api:hasLatestRevision'), '@value')).to.equal('2');
      const found = list(member(trail, 'api:hasChangeRequest')).map((request) =>
        member(member(request, 'api:hasRequestStatus'), '@id'),
      );
      expect(found).to.deep.equal(statuses.map((status) => `api:${status}`));
    },
  },
  ...each(Object.fromEntries(['2.0.0', '2.1.0', '2.3.0'].map((version) => [version, version])), (version) => ({
    section: 'D69',
    statement:
      'the pages of a trail lead through all of it with the same filters, and `skip` passes over its beginning',
    holds: async (world) => {
      const { piece, requests } = await everyStatus(world);
      const path = `${piece}/audit-trail?status=REQUEST_ACCEPTED,REQUEST_FAILED,REQUEST_REVOKED&updated-from=20000101T000000Z`;
      const listed: string[] = [];
      const pages: string[] = [];
      for (let next: string | undefined = world.uri(`${path}&limit=1`); next !== undefined;) {
        const reply = await world.holder.get(next, { headers: accepting(version) });
        const links = reply.headers.get('link') ?? '';
        listed.push(...listedIn(reply.json));
        expect(links.includes('rel="prev"')).to.equal(pages.length > 0);
        pages.push(reply.text);
        const prev = /<([^>]*)>; rel="prev"/.exec(links)?.[1];
        if (prev !== undefined)
          expect((await world.holder.get(prev, { headers: accepting(version) })).text).to.equal(pages.at(-2));
        next = /<([^>]*)>; rel="next"/.exec(links)?.[1];
        if (next !== undefined) expect(next.startsWith(world.uri(`${piece}/audit-trail?status=`))).to.equal(true);
      }
      expect(listed).to.deep.equal([0, 2, 3].map((index) => requests[index]));
      const skipped = await world.holder.get(`${path}&skip=1&limit=9`, { headers: accepting(version) });
      expect(listedIn(skipped.json)).to.deep.equal([2, 3].map((index) => requests[index]));
      for (const query of ['limit=x', 'skip=-1', 'after=x', 'before=', 'limit=1&limit=2'])
        expect((await world.holder.get(`${path}&${query}`)).status, query).to.equal(400);
    },
  })),
  {
    section: 'D12',
    statement: '`status` takes one or several values, short or full IRI, comma-separated',
    holds: async (world) => {
      const { piece, requests } = await everyStatus(world);
      for (const [index, status] of statuses.entries())
        for (const value of [status, encodeURIComponent(api + status)])
          expect(requestsOf(await world.read(`${piece}/audit-trail?status=${value}`))).to.deep.equal([requests[index]]);
      const several = `${statuses[0] ?? ''},${encodeURIComponent(`${api}${statuses[4] ?? ''}`)}`;
      for (const query of [`status=${several}`, `status=${statuses[0] ?? ''}&status=${statuses[4] ?? ''}`])
        expect(requestsOf(await world.read(`${piece}/audit-trail?${query}`))).to.deep.equal([requests[0], requests[4]]);
    },
  },
  {
    section: 'D12',
    statement: '`status` takes the published values PENDING, ACCEPTED and REJECTED',
    holds: async (world) => {
      const { piece, requests } = await everyStatus(world);
      for (const [value, found] of [
        ['PENDING', [requests[4]]],
        ['ACCEPTED', [requests[0]]],
        ['REJECTED', [requests[1]]],
        ['ACCEPTED,REQUEST_PENDING', [requests[0], requests[4]]],
      ] as const)
        expect(requestsOf(await world.read(`${piece}/audit-trail?status=${value}`)), value).to.deep.equal(found);
    },
  },
  {
    section: 'D12',
    statement: 'the window’s bounds are inclusive and in either order, and may be left out',
    holds: async (world) => {
      const { piece, requests, times } = await everyStatus(world);
      const [, second = '', third = '', fourth = ''] = times;
      const cases: [string, string[]][] = [
        [`updated-from=${second}&updated-to=${fourth}`, requests.slice(1, 4)],
        [`updated-from=${fourth}&updated-to=${second}`, requests.slice(1, 4)],
        [`updatedFrom=${second}&updatedTo=${second}`, requests.slice(1, 2)],
        [`updated-from=${third}`, requests.slice(2)],
        [`updated-to=${third}`, requests.slice(0, 3)],
        [`updated-from=${third}&status=REQUEST_PENDING`, requests.slice(4)],
        ['updated-from=20200101T000000Z&updated-to=20200102T000000Z', []],
      ];
      for (const [query, expected] of cases)
        expect(requestsOf(await world.read(`${piece}/audit-trail?${query}`)), query).to.deep.equal(expected);
    },
  },
  {
    section: 'D12',
    statement: 'the window is about the last status change, not about the time of the request',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      const made = `${world.node.clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
      world.node.clock.advance(60);
      await world.accept(request);
      expect(requestsOf(await world.read(`${piece}/audit-trail?updated-to=${made}`))).to.deep.equal([]);
      expect(requestsOf(await world.read(`${piece}/audit-trail?updated-from=${made}`))).to.deep.equal([
        world.uri(request),
      ]);
    },
  },
  ...each(
    {
      'an unknown status': 'status=DONE',
      'a short form that is not published': 'status=REVOKED',
      'a published value with a prefix': 'status=api:PENDING',
      'a published value in lower case': 'status=pending',
      'a known one among unknown ones': 'status=REQUEST_PENDING,x',
      'a malformed time': 'updated-from=yesterday',
      another: 'updated-to=20260230T000000Z',
      'a time given twice': 'updated-from=20260101T000000Z&updatedFrom=20260101T000000Z',
    },
    (query) => ({
      section: 'D12',
      statement: 'a filter that means nothing is 400',
      holds: async (world) => {
        const piece = await world.piece();
        await world.expectRejected(piece, 400, () => world.holder.get(`${piece}/audit-trail?${query}`));
      },
    }),
  ),
  ...each({ JSON: 'application/ld+json', Turtle: 'text/turtle', 'x-turtle': 'application/x-turtle' }, (type) => ({
    section: TRAIL,
    statement: 'may be asked for, and a Content-Type named, in',
    holds: async (world) => {
      const piece = await world.piece();
      const reply = await world.holder.get(`${piece}/audit-trail`, { headers: { Accept: type, 'Content-Type': type } });
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('content-type')?.startsWith(`${type}; version=2.0.0`)).to.equal(true);
      expect(reply.text).to.include('hasLatestRevision');
    },
  })),
  {
    section: TRAIL,
    statement: 'the codes: 401, 403, 404 and 415',
    holds: async (world) => {
      const piece = await world.piece();
      const trail = `${piece}/audit-trail`;
      await world.expectRejected(piece, 401, () => world.anonymous.get(trail));
      await world.expectRejected(piece, 403, () => world.partner.get(trail));
      await world.expectRejected(piece, 404, () => world.holder.get('/logistics-objects/none/audit-trail'));
      await world.expectRejected(piece, 415, () =>
        world.holder.get(trail, { headers: { 'Content-Type': 'text/csv' } }),
      );
      await world.expectRejected(piece, 405, () => world.holder.delete(trail));
    },
  },
  {
    section: 'Errors, 3',
    statement: 'each error in hasError is identified under its request',
    holds: async (world) => {
      const { piece } = await everyStatus(world);
      const trail = await world.read(`${piece}/audit-trail?status=REQUEST_FAILED`);
      const request = member(trail, 'api:hasChangeRequest');
      const error = idIn(member(request, 'api:hasError'));
      expect(error.startsWith(`${idIn(request)}/errors/`)).to.equal(true);
    },
  },
  {
    section: 'Resources, ChangeRequest',
    statement: 'a request contains the Change as it was sent',
    holds: async (world) => {
      const piece = await world.piece();
      const uri = world.uri(piece);
      await world.submit(world.partner, piece, [add(uri, 'upid', 'x')], {
        'api:hasDescription': 'Please',
        'api:notifyRequestStatusChange': true,
      });
      const request = member(await world.read(`${piece}/audit-trail`), 'api:hasChangeRequest');
      expect(member(member(request, 'api:hasLogisticsObject'), '@id')).to.equal(uri);
      expect(member(member(request, 'api:isRequestedBy'), '@id')).to.equal(world.partner.agent);
      const change = member(request, 'api:hasChange');
      expect(member(change, 'api:hasDescription')).to.equal('Please');
      expect(member(change, 'api:notifyRequestStatusChange')).to.equal(true);
      expect(member(change, 'api:hasRevision')).to.deep.equal({ '@type': `${xsd}positiveInteger`, '@value': '1' });
      const operation = member(change, 'api:hasOperation');
      expect(member(operation, 'api:s')).to.equal(uri);
      expect(member(member(operation, 'api:op'), '@id')).to.equal('api:ADD');
      expect(member(member(operation, 'api:o'), 'api:hasValue')).to.equal('x');
    },
  },
  {
    section: 'V17, L14',
    statement: 'from 2.1.0 on it has every request for a change or a verification, ordered by the last status change',
    holds: async (world) => {
      const { piece, expected } = await changesAndVerifications(world);
      for (const version of ['2.1.0', '2.2.0', '2.3.0']) {
        const trail = await readIn(world, version, `${piece}/audit-trail`);
        const listed = list(member(trail, 'api:hasActionRequest'));
        expect(
          listed.map((request) => [idIn(request), idIn(member(request, 'api:hasRequestStatus'))]),
          version,
        ).to.deep.equal(expected.map(([request, status]) => [world.uri(request), `api:REQUEST_${status}`]));
        expect(member(trail, 'api:hasChangeRequest')).to.equal(undefined);
        for (const request of listed)
          expect(member(request, 'api:hasChange') ?? member(request, 'api:hasVerification')).to.be.an('object');
      }
    },
  },
  {
    section: 'V17',
    statement: 'in 2.0.0 it has requests for changes only, in the order of their creation',
    holds: async (world) => {
      const { piece, changes } = await changesAndVerifications(world);
      const reply = await world.holder.get(`${piece}/audit-trail`, { headers: accepting('2.0.0') });
      expect(requestsOf(reply.json)).to.deep.equal(changes.map((request) => world.uri(request)));
      expect(reply.text).to.not.match(/hasActionRequest|Verification|REQUEST_ACKNOWLEDGED/);
    },
  },
  {
    section: 'V17',
    statement: 'requests that one acceptance changed together keep the order of their creation in every version',
    holds: async (world) => {
      const { piece, requests } = await oneOfFive(world);
      for (const version of ['2.1.0', '2.3.0']) {
        const trail = await readIn(world, version, `${piece}/audit-trail`);
        const listed = list(member(trail, 'api:hasActionRequest')).map(idIn);
        expect(listed).to.deep.equal(requests.map((request) => world.uri(request)));
      }
    },
  },
  ...each({ '2.0.0': '2.0.0', '2.1.0': '2.1.0', '2.3.0': '2.3.0' }, (version) => ({
    section: 'V18, L16',
    statement:
      '`status` takes every name in every version: short, with a prefix, as IRI with # or /, and the published ones',
    holds: async (world) => {
      const { piece, expected, changes } = await changesAndVerifications(world);
      const visible = expected.filter(([request]) => version !== '2.0.0' || changes.includes(request));
      const names = ['PENDING', 'ACCEPTED', 'ACKNOWLEDGED', 'REJECTED', 'FAILED', 'REVOKED'];
      for (const name of names) {
        const short = `REQUEST_${name}`;
        const published = ['PENDING', 'ACCEPTED', 'REJECTED'].includes(name) ? [name] : [];
        for (const value of [short, `api:${short}`, api + short, api.replace('#', '/') + short, ...published]) {
          const trail = await readIn(world, version, `${piece}/audit-trail?status=${encodeURIComponent(value)}`);
          const listed = ['api:hasActionRequest', 'api:hasChangeRequest'].flatMap((property) =>
            list(member(trail, property)),
          );
          expect(listed.map(idIn), value).to.have.members(
            visible.filter(([, status]) => status === name).map(([request]) => world.uri(request)),
          );
        }
      }
    },
  })),
  {
    section: 'V19',
    statement: 'its tag and time change with every status change of either kind, its latest revision with changes only',
    holds: async (world) => {
      const piece = await world.piece();
      const seen = new Set<string>();
      const check = async (): Promise<void> => {
        const { headers, json } = await world.holder.get(`${piece}/audit-trail`, { headers: accepting('2.1.0') });
        const time = Math.floor(world.node.clock.now().getTime() / 1000) * 1000;
        expect(Date.parse(headers.get('last-modified') ?? '')).to.equal(time);
        expect(seen).to.not.include(headers.get('etag'));
        seen.add(headers.get('etag') ?? '');
        expect(member(member(json, 'api:hasLatestRevision'), '@value')).to.equal('1');
      };
      world.node.clock.advance(10);
      const verification = await verify(world, piece);
      await check();
      world.node.clock.advance(10);
      const change = await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', 'x')]);
      await check();
      world.node.clock.advance(10);
      expect((await world.holder.patch(`${verification}?status=REQUEST_ACKNOWLEDGED`)).status).to.equal(204);
      await check();
      world.node.clock.advance(10);
      expect((await world.partner.delete(change)).status).to.equal(204);
      await check();
    },
  },
];

conformance(TRAIL, statements);
