import { expect } from 'chai';
import {
  aclBody,
  respondWith,
  delegate,
  deliveries,
  eventually,
  Receiver,
  subscribe,
  subscriptionBody,
  partyFor,
} from '../support/exchange.js';
import { add } from '../support/changes.js';
import { api, cargo, context, list, member, type Party } from '../support/node.js';
import { type JsonObject, TestContext } from '../support/world.js';
import { ask, type Asking, rows, truth } from './support.js';

const SECRET = 'Gold bars';
const OPEN = 'Oranges';
const CLERK = 'http://clerks.example/logistics-objects/one';

/** What a partner sees in SPARQL: exactly what it may read by HTTP (D36). */
describe('Access in SPARQL', () => {
  let world: TestContext;
  let secret: string;
  let open: string;
  let heard: string;
  let secretRequest: string;
  let ownRequest: string;
  let deaf: Receiver;

  const agent = (party: Party): JsonObject => ({ 'acl:agent': { '@id': party.agent } });
  async function grant(path: string, modes: string[], party = world.partner): Promise<void> {
    const reply = await world.holder.put(`${path}/acl`, aclBody(world.uri(path), agent(party), modes));
    expect(reply.status, reply.text).to.equal(204);
  }
  async function report(path: string, name: string): Promise<void> {
    const reply = await world.holder.post(`${path}/logistics-events`, {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventName': name,
      'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-03-01T09:00:00Z' },
    });
    expect(reply.status, reply.text).to.equal(201);
  }

  before(async () => {
    world = await TestContext.start({ env: { INTERNAL_AGENTS: CLERK } });
    const { otherPartner: otherPartner, partner, holder } = world;
    // Somebody is told of every piece and never confirms it, so that the outbox is not empty; nor is the inbox.
    deaf = await Receiver.start();
    deaf.behaviour = respondWith(503);
    const told = await partyFor(world.node.url, deaf.agent);
    await subscribe(holder, told, { topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED'] });
    const notification = { '@type': 'api:Notification', 'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' } };
    expect((await partner.post('/notifications', { '@context': context, ...notification })).status).to.equal(204);
    open = await world.piece({ 'cargo:goodsDescription': OPEN });
    heard = await world.piece({ 'cargo:goodsDescription': `${SECRET} too` });
    secret = await world.piece({
      'cargo:goodsDescription': SECRET,
      'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 777 },
      'cargo:containedPieces': { '@id': world.uri(open) },
    });
    await report(open, 'closed event');
    await report(secret, 'secret event');
    await report(heard, 'open event');
    secretRequest = world.uri(
      await world.submit(otherPartner, secret, [add(world.uri(secret), 'goodsDescription', 'x')]),
    );
    ownRequest = world.uri(await world.submit(partner, secret, [add(world.uri(secret), 'upid', 'mine')]));
    await world.change(open, [add(world.uri(open), 'upid', 'second')]);
    await grant(open, [`${api}GET_LOGISTICS_OBJECT`]);
    await grant(heard, [`${api}GET_LOGISTICS_EVENT`]);
    await grant(secret, ['acl:Read'], otherPartner);
    await eventually(async () => (await deliveries(holder)).total > 0);
    const inbox = await holder.get('/internal/notifications');
    expect(list(member(inbox.json, 'api:hasItem'))).to.have.length(1);
  });
  after(async () => {
    await world.stop();
    await deaf.close();
  });

  describe('a partner without permission does not get an object', () => {
    const uri = (): string => world.uri(secret);
    const graph = (): string => `${uri()}/revisions/1`;
    const attempts: Readonly<Record<string, () => string>> = {
      'by its name': () => `SELECT * { <${uri()}> ?p ?o }`,
      'by its class': () => `SELECT * { ?s a cargo:Piece ; cargo:goodsDescription ?d FILTER(CONTAINS(?d, "Gold")) }`,
      'by a value': () => `SELECT * { ?s ?p "${SECRET}" }`,
      'by its embedded objects': () => 'SELECT * { ?v cargo:numericalValue ?n }',
      'with GRAPH and its name': () => `SELECT * { GRAPH <${graph()}> { ?s ?p ?o } }`,
      'with GRAPH and a variable': () => `SELECT * { GRAPH ?g { <${uri()}> cargo:goodsDescription ?o } }`,
      'with GRAPH and a filter': () => `SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "${uri()}")) }`,
      'by its head': () => `SELECT * { GRAPH <${uri()}/head> { ?s ?p ?o } }`,
      'by its provenance': () => `SELECT * { GRAPH ?g { <${graph()}> ?p ?o } }`,
      'by its access list': () => `SELECT * { GRAPH <${uri()}/acl> { ?s ?p ?o } }`,
      'by its events': () => `SELECT * { ?event cargo:eventFor <${uri()}> }`,
      'with FROM': () => `SELECT * FROM <${graph()}> { ?s ?p ?o }`,
      'with FROM NAMED': () => `SELECT * FROM NAMED <${graph()}> { GRAPH ?g { ?s ?p ?o } }`,
      'with both': () =>
        `SELECT * FROM <${graph()}> FROM NAMED <${uri()}/head> { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }`,
      'by a path of any length': () => `SELECT * { <${uri()}> (!<urn:none>)+ ?o }`,
      'by a path backwards': () => `SELECT * { <${world.uri(open)}> ^cargo:containedPieces ?s }`,
      'by a path in a named graph': () =>
        `SELECT * { GRAPH ?g { <${uri()}> (cargo:grossWeight/cargo:numericalValue)|cargo:goodsDescription ?o } }`,
      'in a subquery': () => `SELECT * { { SELECT ?o { <${uri()}> ?p ?o } LIMIT 5 } }`,
      'in an OPTIONAL': () =>
        `SELECT ?o { VALUES ?s { <${uri()}> } OPTIONAL { ?s cargo:goodsDescription ?o } FILTER(BOUND(?o)) }`,
      'in a UNION': () => `SELECT * { { <${uri()}> ?p ?o } UNION { GRAPH ?g { <${uri()}> ?p ?o } } }`,
      'in EXISTS': () => `SELECT * { VALUES ?x { 1 } FILTER EXISTS { GRAPH ?g { <${uri()}> ?p ?o } } }`,
      'by what NOT EXISTS leaves out': () => `SELECT * { VALUES ?x { 1 } FILTER(!(NOT EXISTS { <${uri()}> ?p ?o })) }`,
      'by what MINUS leaves out': () =>
        `SELECT * { { SELECT (COUNT(*) AS ?n) { VALUES ?s { <${uri()}> } MINUS { ?s ?p ?o } } } FILTER(?n = 0) }`,
      'by counting': () => `SELECT * { { SELECT (COUNT(*) AS ?n) { GRAPH ?g { <${uri()}> ?p ?o } } } FILTER(?n > 0) }`,
      'by BIND of its name': () => `SELECT * { BIND(IRI("${graph()}") AS ?g) GRAPH ?g { ?s ?p ?o } }`,
      'by a relative name': () => `BASE <${uri()}/> SELECT * { GRAPH <revisions/1> { ?s ?p ?o } }`,
      'in a request of another agent': () => `SELECT * { GRAPH <${secretRequest}> { ?s ?p ?o } }`,
      'in any request': () =>
        `SELECT * { GRAPH ?g { ?g a api:ChangeRequest ; api:isRequestedBy ?who } FILTER(?who != <${world.partner.agent}>) }`,
      'in the outbox': () => 'SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(CONTAINS(STR(?g), "/outbox/")) }',
      'in the inbox': () => 'SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(CONTAINS(STR(?g), "/inbox/")) }',
    };
    for (const [way, query] of Object.entries(attempts)) {
      it(way, async () => {
        expect(await rows(world.partner, query())).to.deep.equal([]);
      });
    }

    it('with DESCRIBE or CONSTRUCT', async () => {
      const queries = [
        `DESCRIBE <${uri()}>`,
        `DESCRIBE <${graph()}> <${uri()}/head> <${uri()}/acl> <${secretRequest}>`,
        'DESCRIBE ?s { ?s a cargo:Value }',
        `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph()}> { ?s ?p ?o } }`,
        `CONSTRUCT WHERE { <${uri()}> ?p ?o }`,
      ];
      for (const query of queries) {
        const reply = await ask(world.partner, query, { accept: 'application/n-triples' });
        expect(reply.status).to.equal(200);
        expect(reply.text.trim(), query).to.equal('');
      }
    });

    it('with a dataset of the request', async () => {
      const everything = 'SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }';
      const graphs = [graph(), `${uri()}/head`, `${uri()}/acl`, `${graph()}/provenance`, secretRequest];
      expect(await rows(world.partner, everything, { defaultGraphs: graphs })).to.deep.equal([]);
      expect(await rows(world.partner, everything, { namedGraphs: graphs })).to.deep.equal([]);
    });

    it('in the past', async () => {
      const at = '20260301T100000Z';
      expect(await rows(world.partner, `SELECT * { <${uri()}> ?p ?o }`, { at })).to.deep.equal([]);
      expect(await rows(world.partner, `SELECT * { GRAPH ?g { <${uri()}> ?p ?o } }`, { at })).to.deep.equal([]);
    });

    it('anywhere in everything that it can see', async () => {
      const all = 'SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }';
      for (const at of [undefined, '20260301T100000Z']) {
        const found = (await rows(world.partner, all, at === undefined ? {} : { at })).join('\n');
        expect(found).to.contain(OPEN).and.to.contain('open event');
        expect(found).to.not.match(/Gold|\b777\b|secret event|closed event|\/acl|outbox|inbox|Authorization/);
      }
    });
  });

  describe('a partner gets readable graphs', () => {
    it('an object: its latest revision by default, all revisions, their provenance and its head by name', async () => {
      const { partner } = world;
      const uri = world.uri(open);
      expect(await rows(partner, `SELECT ?d { <${uri}> cargo:goodsDescription ?d }`)).to.deep.equal([OPEN]);
      const named = await rows(
        partner,
        `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "${uri}")) }`,
      );
      const graphs = ['/head', '/revisions/1', '/revisions/1/provenance', '/revisions/2', '/revisions/2/provenance'];
      expect(named).to.deep.equal(graphs.map((graph) => uri + graph));
    });

    it('events need their own permission', async () => {
      expect(await rows(world.partner, 'SELECT ?n { ?e cargo:eventName ?n }')).to.deep.equal(['open event']);
      expect(await rows(world.otherPartner, 'SELECT ?n { ?e cargo:eventName ?n }')).to.deep.equal(['secret event']);
    });

    it('its own requests', async () => {
      const requests = 'SELECT ?r { GRAPH ?r { ?r a api:ChangeRequest } }';
      expect(await rows(world.partner, requests))
        .to.contain(ownRequest)
        .and.not.to.contain(secretRequest);
      expect(await rows(world.otherPartner, requests)).to.deep.equal([secretRequest]);
    });

    it('a request that somebody else made for it', async () => {
      const { holder, partner, otherPartner: otherPartner } = world;
      const objects = [world.uri(heard)];
      const request = await delegate(holder, otherPartner, { objects, delegates: [partner.agent] });
      const requests = 'SELECT ?r { GRAPH ?r { ?r a api:AccessDelegationRequest } }';
      expect(await rows(partner, requests)).to.deep.equal([request]);
      const third = await world.node.party('third');
      expect(await rows(third, requests)).to.deep.equal([]);
    });

    it('a subscription that another agent requested for it, and objects whose access list names it by a literal', async () => {
      const { holder, node } = world;
      const fifth = await node.party('fifth');
      const wish = { subscriber: fifth.agent, topic: `${cargo}Piece`, events: ['LOGISTICS_OBJECT_CREATED'] };
      const reply = await holder.post('/subscriptions', subscriptionBody(wish));
      expect(reply.status, reply.text).to.equal(201);
      const request = reply.headers.get('location') ?? '';
      const paths = [];
      for (const named of [
        fifth.agent,
        { '@value': fifth.agent, '@type': 'xsd:anyURI' },
        { '@value': fifth.agent, '@language': 'en' },
      ]) {
        const path = await world.piece();
        const put = await holder.put(`${path}/acl`, {
          '@context': { acl: 'http://www.w3.org/ns/auth/acl#', xsd: 'http://www.w3.org/2001/XMLSchema#' },
          '@type': 'acl:Authorization',
          'acl:agent': named,
          'acl:mode': { '@id': 'acl:Read' },
        });
        expect(put.status, put.text).to.equal(204);
        paths.push(path);
      }
      // It asks for the first time, so that nothing is known of it but what the store holds.
      expect(await truth(fifth, `ASK { GRAPH <${request}> { ?s ?p ?o } }`)).to.equal(
        (await fifth.get(request)).status === 200,
      );
      for (const path of paths)
        expect(await truth(fifth, `ASK { <${world.uri(path)}> ?p ?o }`)).to.equal(
          (await fifth.get(path)).status === 200,
        );
      expect((await fifth.get(request)).status).to.equal(200);
    });

    it('a partner gets graphs of its groups, and those of every authenticated agent', async () => {
      const { holder, partner, otherPartner: otherPartner, node } = world;
      const graphs = (party: Party, path: string): Promise<string[]> =>
        rows(party, `SELECT DISTINCT ?g { GRAPH ?g { <${world.uri(path)}> a cargo:Piece } }`);
      const third = await node.party('third');
      const list = async (path: string, who: JsonObject, more: JsonObject[] = []): Promise<void> => {
        const body = {
          '@context': { acl: 'http://www.w3.org/ns/auth/acl#', vcard: 'http://www.w3.org/2006/vcard/ns#' },
          '@graph': [{ '@type': 'acl:Authorization', 'acl:mode': { '@id': 'acl:Read' }, ...who }, ...more],
        };
        const reply = await holder.put(`${path}/acl`, body);
        expect(reply.status, reply.text).to.equal(204);
      };
      const forGroup = await world.piece();
      const forAll = await world.piece();
      for (const party of [partner, otherPartner, third]) expect(await graphs(party, forGroup)).to.deep.equal([]);
      const group = `${world.uri(forGroup)}/acl#group`;
      await list(forGroup, { 'acl:agentGroup': { '@id': group } }, [
        {
          '@id': group,
          '@type': 'vcard:Group',
          'vcard:hasMember': [{ '@id': partner.agent }, { '@id': otherPartner.agent }],
        },
      ]);
      await list(forAll, { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } });
      for (const party of [partner, otherPartner]) expect(await graphs(party, forGroup)).to.have.length(2);
      expect(await graphs(third, forGroup)).to.deep.equal([]);
      for (const party of [partner, otherPartner, third]) expect(await graphs(party, forAll)).to.have.length(2);
      // Who asks for the first time sees the same.
      const fourth = await node.party('fourth');
      expect(await graphs(fourth, forGroup)).to.deep.equal([]);
      expect(await graphs(fourth, forAll)).to.have.length(2);
    });

    it('an internal agent gets everything but outbox and inbox', async () => {
      const clerk = await partyFor(world.node.url, CLERK);
      for (const party of [world.holder, clerk]) {
        const graphs = await rows(party, 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }');
        expect(graphs).to.include.members([secretRequest, ownRequest, `${world.uri(secret)}/revisions/1`]);
        expect(graphs.filter((graph) => /\/outbox\/|\/inbox\//.test(graph))).to.deep.equal([]);
        expect(await rows(party, 'SELECT ?s { GRAPH ?g { ?s a api:Notification } }')).to.deep.equal([]);
      }
    });
  });

  it('access control lists are for internal agents alone, also where a partner may read everything else of the object', async () => {
    const { partner, holder } = world;
    const piece = await world.piece({ 'cargo:goodsDescription': 'Everybody asks who sees it' });
    const list = `${world.uri(piece)}/acl`;
    const readers = (asker: Party): Promise<string[]> =>
      rows(asker, `SELECT ?agent { GRAPH <${list}> { ?a a acl:Authorization ; acl:agent ?agent } }`);
    await grant(piece, ['acl:Read']);
    expect(await readers(holder)).to.deep.equal([partner.agent]);
    // A dataset that is there already follows the lists.
    await grant(piece, ['acl:Read'], world.otherPartner);
    expect(await readers(holder)).to.deep.equal([world.otherPartner.agent]);
    await grant(piece, ['acl:Read']);
    // The replaced lists are kept, and no statement of a list is in the default graph.
    const kept = await rows(
      holder,
      `SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "${list}")) }`,
    );
    expect(kept).to.include(list);
    expect(await truth(holder, 'ASK { ?s a acl:Authorization }')).to.equal(false);
    expect(await truth(partner, `ASK { GRAPH <${world.uri(piece)}/revisions/1> { ?s ?p ?o } }`)).to.equal(true);
    const forms: readonly (readonly [query: string, asking?: Asking])[] = [
      [`ASK { GRAPH <${list}> { ?s ?p ?o } }`],
      ['ASK { GRAPH ?g { ?s a acl:Authorization } }'],
      [`ASK { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), "${list}")) }`],
      [`ASK FROM <${list}> { ?s ?p ?o }`],
      [`ASK FROM NAMED <${list}> { GRAPH ?g { ?s ?p ?o } }`],
      ['ASK { ?s ?p ?o }', { defaultGraphs: [list] }],
      ['ASK { GRAPH ?g { ?s ?p ?o } }', { namedGraphs: kept }],
    ];
    for (const [query, asking] of forms) {
      expect(await truth(partner, query, asking), query).to.equal(false);
      expect(await truth(holder, query, asking), query).to.equal(true);
    }
    // What is written into a list while a partner's dataset is kept up does not come with it.
    await grant(piece, ['acl:Read']);
    expect(await truth(partner, 'ASK { GRAPH ?g { ?s a acl:Authorization } }')).to.equal(false);
    expect((await ask(partner, `DESCRIBE <${list}>`, { accept: 'application/n-triples' })).text.trim()).to.equal('');
  });

  it('a permission is effective from the response that granted it until the one that withdrew it', async () => {
    const piece = await world.piece({ 'cargo:goodsDescription': 'Sometimes' });
    const subject = world.uri(piece);
    const shown = `ASK { <${subject}> ?p ?o }`;
    const named = `ASK { GRAPH ?g { <${subject}> ?p ?o } }`;
    const chosen = `ASK FROM <${subject}/revisions/1> { ?s ?p ?o }`;
    for (let turn = 0; turn < 3; turn += 1) {
      for (const query of [shown, named, chosen]) {
        expect(await truth(world.partner, query)).to.equal(false);
        await grant(piece, ['acl:Read']);
        expect(await truth(world.partner, query)).to.equal(true);
        await grant(piece, ['acl:Append']);
      }
    }
    for (const query of [shown, named, chosen]) expect(await truth(world.partner, query), query).to.equal(false);
  });

  it('two callers see their own readable graphs, in any order of their queries', async () => {
    const mine = await world.piece({ 'cargo:goodsDescription': 'For the partner' });
    await grant(mine, ['acl:Read']);
    const query = 'SELECT ?d { ?s cargo:goodsDescription ?d FILTER(CONTAINS(?d, "partner")) }';
    const [partner, otherPartner, holder] = await Promise.all([
      rows(world.partner, query),
      rows(world.otherPartner, query),
      rows(world.holder, query),
    ]);
    expect(partner).to.deep.equal(['For the partner']);
    expect(otherPartner).to.deep.equal([]);
    expect(holder).to.deep.equal(['For the partner']);
  });
});
