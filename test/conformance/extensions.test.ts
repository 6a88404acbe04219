import { expect } from 'chai';
import { namedNode } from '../../src/rdf/terms.js';
import { subscriptionBody } from '../support/exchange.js';
import { cargo, type Party } from '../support/node.js';
import { readNTriples } from '../support/turtle.js';
import { conformance, type Statement } from './statement.js';

const NTRIPLES = { Accept: 'application/n-triples' };
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

const statements: Statement[] = [
  {
    section: 'D72',
    statement:
      'names of extensions are described in the namespace of the node, and in no answer to a client that used none',
    holds: async (world) => {
      const described = await world.partner.get('/ns/extensions');
      expect(described.status).to.equal(200);
      expect(described.text).to.include('hasCondition');
      const piece = await world.openPiece();
      const wish = subscriptionBody({ subscriber: world.partner.agent, topic: `${cargo}Piece` });
      const subscription = await world.partner.post('/subscriptions', wish);
      expect(subscription.status, subscription.text).to.equal(201);
      const request = world.path(subscription.headers.get('location'));
      for (const address of [
        '/',
        piece,
        `${piece}/audit-trail`,
        `${piece}/logistics-events`,
        '/action-requests',
        request,
      ]) {
        const { status, text, headers } = await world.partner.get(address);
        expect([200, 403], address).to.include(status);
        expect(text + [...headers.values()].join('\n'), address).to.not.include('/ns/extensions');
      }
    },
  },
  {
    section: 'W30',
    statement: 'each of their terms that an answer uses is described there: type, label, comment, domain and range',
    holds: async (world) => {
      const namespace = world.uri('/ns/extensions#');
      const term = (name: string): string => namespace + name;
      const wish = subscriptionBody({
        subscriber: world.partner.agent,
        topic: `${cargo}Piece`,
        more: {
          [term('hasPropertyOfInterest')]: { '@id': `${cargo}grossWeight` },
          [term('hasCondition')]: 'ASK { <> a cargo:Piece }',
          [term('coalescesFor')]: 60,
        },
      });
      const posted = await world.partner.post('/subscriptions', wish);
      expect(posted.status, posted.text).to.equal(201);
      const request = world.path(posted.headers.get('location'));
      const text = async (party: Party, path: string): Promise<string> => {
        const { status, text: body } = await party.get(path, { headers: NTRIPLES });
        expect(status, body).to.equal(200);
        return body;
      };
      const everything = 'CONSTRUCT { ?s ?p ?o } WHERE { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }';
      const answers = await Promise.all(
        [request, `/sparql?query=${encodeURIComponent(everything)}`, '/.well-known/void'].map((path) =>
          text(world.holder, path),
        ),
      );
      const used = new Set(answers.join('').match(new RegExp(`(?<=<)${namespace}[^>]*`, 'g')));
      expect([...used].sort()).to.deep.equal(['coalescesFor', 'hasCondition', 'hasPropertyOfInterest'].map(term));
      const vocabulary = readNTriples(await text(world.partner, '/ns/extensions'));
      for (const each of used)
        for (const property of [RDF_TYPE, ...['label', 'comment', 'domain', 'range'].map((name) => RDFS + name)])
          expect(vocabulary.objects(namedNode(each), namedNode(property)), `${property} of ${each}`).to.have.length(1);
    },
  },
];

conformance('extensions', statements);
