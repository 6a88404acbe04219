import { expect } from 'chai';
import { api, cargo, list, member } from '../support/node.js';
import { conformance, each, type Statement } from './statement.js';

const statements: Statement[] = [
  {
    section: 'GET /',
    statement: 'answers the ServerInformation of this node',
    holds: async (world) => {
      const reply = await world.holder.get('/');
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('type')).to.equal(`${api}ServerInformation`);
      expect(member(reply.json, '@type')).to.equal('api:ServerInformation');
      expect(member(reply.json, '@id')).to.equal(world.uri('/'));
    },
  },
  {
    section: 'GET /',
    statement: 'needs authentication',
    holds: async (world) => {
      expect((await world.anonymous.get('/')).status).to.equal(401);
    },
  },
  {
    section: 'GET /',
    statement: 'needs no authorization',
    holds: async (world) => {
      expect((await world.partner.get('/')).status).to.equal(200);
    },
  },
  {
    section: 'Versioning, 2',
    statement: 'names the API version that is supported',
    holds: async (world) => {
      expect(list(member(await world.read('/'), 'api:hasSupportedApiVersion'))).to.include('2.0.0');
    },
  },
  {
    section: 'Versioning, 2',
    statement: 'names the data model and its version',
    holds: async (world) => {
      const information = await world.read('/');
      const ontologies = list(member(information, 'api:hasSupportedOntology')).map((value) => member(value, '@value'));
      expect(ontologies).to.include.members([api, cargo]);
      expect(list(member(information, 'api:hasSupportedOntologyVersion'))).to.not.be.empty;
    },
  },
  {
    section: 'What the service does, 6',
    statement: 'names the data holder, whose object everybody with a token can read',
    holds: async (world) => {
      const holder = member(member(await world.read('/'), 'api:hasDataHolder'), '@id');
      expect(holder).to.equal(world.uri('/logistics-objects/_data-holder'));
      const reply = await world.partner.get('/logistics-objects/_data-holder');
      expect(reply.status).to.equal(200);
      expect(reply.headers.get('type')).to.equal(`${cargo}Organization`);
      expect(member(reply.json, 'cargo:name')).to.equal('Example Data Holder');
    },
  },
  {
    section: 'D9',
    statement: '`/` has a Last-Modified',
    holds: async (world) => {
      const reply = await world.holder.get('/');
      expect(reply.headers.get('last-modified')).to.match(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
    },
  },
  {
    section: 'D4',
    statement: 'names the media types that every resource is offered in',
    holds: async (world) => {
      expect(list(member(await world.read('/'), 'api:hasSupportedContentType'))).to.have.members([
        'application/ld+json',
        'text/turtle',
        'application/x-turtle',
        'application/n-triples',
      ]);
    },
  },
  ...each({ post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' }, (method) => ({
    section: 'D33',
    statement: 'any other method at `/` is 405 with Allow',
    holds: async (world) => {
      const reply = await world.holder.send(method, '/');
      expect(reply.status).to.equal(405);
      expect(reply.headers.get('allow')).to.equal('GET, HEAD');
    },
  })),
];

conformance('GET / (server information)', statements);
