import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { pino } from 'pino';
import { uuidSource } from '../../src/clock.js';
import type { JsonValue } from '../../src/openapi/types.js';
import { readSettings } from '../../src/settings/settings.js';
import { startNode } from '../../src/start.js';
import { cargo, type Party, type Reply, startTestNode, type TestNode } from '../support/node.js';
import { bodyExample, Description, descriptionOf, unnamed } from './description.js';
import { schemaCheck } from './schemas.js';

describe('the OpenAPI description', () => {
  let node: TestNode;
  let served: Description;

  before(async () => {
    node = await startTestNode();
    served = new Description(await descriptionOf(node.url));
  });
  after(() => node.stop());

  it('is served to anyone as JSON, with a tag', async () => {
    const reply = await node.anonymous.get('/openapi.json');
    expect(reply.status).to.equal(200);
    expect(reply.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    expect(reply.headers.get('etag')).to.match(/^"[\w-]+"$/);
    const again = await node.anonymous.get('/openapi.json', {
      headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
    });
    expect(again.status).to.equal(304);
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const document: Record<string, unknown> = { ...served.document };
    const result = await validator.validate(document);
    expect(result.errors).to.equal(undefined);
    expect(result.valid).to.equal(true);
    expect(validator.version).to.equal('3.1');
  });

  it('declares the members of every object, or that it is open', () => {
    const bare: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const said = ['properties', 'additionalProperties', 'allOf', 'anyOf'].some((member) => member in value);
      if ('type' in value && value.type === 'object' && !said) bare.push(path);
      for (const [member, each] of Object.entries(value)) walk(each, `${path}/${member}`);
    };
    walk(served.document, '');
    expect(bare).to.deep.equal([]);
  });

  it('is not larger than 1.5 MB', async () => {
    expect((await node.anonymous.get('/openapi.json')).text.length).to.be.lessThan(1_500_000);
  });

  it('has unique operation ids, and every path parameter', () => {
    const ids = served.operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const each of served.operations) {
      const parts = Array.from(each.path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      const described = served.parametersOf(each).filter((parameter) => parameter.in === 'path');
      expect(
        described.map(({ name }) => name),
        `${each.method} ${each.path}`,
      ).to.deep.equal(parts);
    }
  });

  it('has the operations that the node serves, and no others', () => {
    const routed = node.routes.resources.map(({ path, method }) => `${method} ${unnamed(path)}`);
    const isOpen = (path: string): boolean =>
      node.routes.publicRoutes.some((open) => path === open.path || path.startsWith(`${open.path}/`));
    const described = served.operations
      .filter(({ path }) => !isOpen(path))
      .map(({ method, path }) => `${method.toUpperCase()} ${unnamed(path)}`);
    const isAlias = (name: string): boolean => name.includes(' /console/api/');
    expect(described.sort()).to.deep.equal(routed.filter((name) => !isAlias(name)).sort());
    // What the console asks is described once, below /internal/.
    const internal = routed.filter((name) => name.includes(' /internal/'));
    const aliases = routed.filter(isAlias).map((name) => name.replace(' /console/api/', ' /internal/'));
    expect(aliases.sort()).to.deep.equal(internal.sort());
  });

  it('has the query parameters that each address reads, and no others', () => {
    const missing: string[] = [];
    // Read to be refused.
    const refused = new Set(['/sparql update', '/internal/agents before']);
    const ofPath = new Map<string, Set<string>>();
    for (const { path, query } of node.routes.resources) {
      const names = ofPath.get(unnamed(path)) ?? new Set<string>();
      ofPath.set(unnamed(path), new Set([...names, ...query]));
    }
    for (const [path, names] of ofPath) {
      const at = served.operations.filter((each) => unnamed(each.path) === path);
      const parameters = at.flatMap((each) => served.parametersOf(each)).filter((each) => each.in === 'query');
      const described = new Set(parameters.map(({ name }) => name));
      missing.push(...[...described].filter((name) => !names.has(name)).map((name) => `${path} does not read ${name}`));
      if (path.startsWith('/console/api/')) continue;
      // Another spelling of a parameter is named in its description.
      const texts = parameters.map(({ description }) => description).join(' ');
      for (const name of names) {
        const isDescribed = described.has(name) || texts.includes(`\`${name}\``) || refused.has(`${path} ${name}`);
        if (!isDescribed) missing.push(`${path} reads ${name}, which is not described`);
      }
    }
    expect(missing).to.deep.equal([]);
  });

  it('describes every public route, and each exists', async () => {
    for (const { path } of node.routes.publicRoutes) {
      const below = served.operations.filter((each) => each.path === path || each.path.startsWith(`${path}/`));
      expect(below, path).to.not.be.empty;
      for (const { path: address, method } of below) {
        const { status } = await node.anonymous.send(method.toUpperCase(), address);
        expect(served.answer(address, method, status), `${method} ${address} ${status}`).to.not.equal(undefined);
      }
    }
  });

  it('is right about conditional reads and methods that are not allowed', async () => {
    const names = new Map([
      ['/ontology/{name}', '/ontology/cargo'],
      ['/shapes/{name}', '/shapes/api'],
    ]);
    for (const path of new Set(served.operations.map((each) => each.path))) {
      const address = names.get(path) ?? path;
      if (address.includes('{')) continue;
      const allowed = served.methodsAt(path);
      const wrong = ['PUT', 'DELETE', 'PATCH'].find((method) => !allowed.includes(method)) ?? '';
      const refused = await node.holder.send(wrong, address, { body: {} });
      expect(refused.status, address).to.equal(405);
      expect(refused.headers.get('allow')?.split(', '), address).to.have.members(allowed);

      // They need a copy of a partner's object, which this node does not have (test/conformance/mirror-copies).
      if (path.startsWith('/internal/mirror/')) continue;
      if (served.answer(path, 'GET', 304) === undefined) continue;
      const topic = new URLSearchParams({ topicType: 'LOGISTICS_OBJECT_TYPE', topic: `${cargo}Piece` });
      const needed = new Map([
        ['/subscriptions', topic.toString()],
        ['/internal/lookup', 'q=data-holder'],
        ['/rdf-graph-store', 'graph=logistics-objects/_data-holder/head'],
        ['/internal/codes', 'list=StatusCode'],
        ['/internal/model/terms', 'name=Piece'],
        ['/internal/labels', 'uri=urn:x:y'],
      ]);
      const url = needed.has(path) ? `${address}?${needed.get(path) ?? ''}` : address;
      const first = await node.holder.get(url);
      expect(first.status, address).to.equal(200);
      const condition = { 'If-None-Match': first.headers.get('etag') ?? '' };
      const again = await node.holder.get(url, { headers: condition });
      expect(again.status, address).to.equal(304);
    }
  });

  it('has a valid example of every body that is not plain text', () => {
    const check = schemaCheck(served.document);
    for (const { name, media } of served.examples()) {
      if (media.example === undefined) {
        expect(name).to.match(
          /text\/|n-triples|n-quads|trig|x-turtle|xml|sparql.*ld\+json|sparql-update|rdf-patch|octet-stream/,
        );
        continue;
      }
      const wrong = check(media.schema, media.example);
      expect(wrong, name).to.equal(undefined);
    }
  });

  it('has examples of bodies that the node accepts', async () => {
    const airline = await node.party('airline');
    const example = (id: string): readonly [string, string, JsonValue | undefined] => {
      const described = served.operations.find(({ operation }) => operation.operationId === id);
      if (described === undefined) return expect.fail(`there is no operation ${id}`);
      return [described.method.toUpperCase(), described.path.replace('{id}', 'piece-1'), bodyExample(described)];
    };
    const send = (party: Party, id: string): Promise<Reply> => {
      const [method, path, body] = example(id);
      return party.send(method, path, { body, headers: typeof body === 'string' ? asQuery : {} });
    };
    const asQuery = { 'Content-Type': 'application/sparql-query' };
    for (const [party, id, status] of [
      [node.holder, 'createLogisticsObject', 201],
      [node.holder, 'putAccessControlList', 204],
      [airline, 'requestChange', 201],
      [airline, 'requestVerification', 201],
      [node.holder, 'createLogisticsEvent', 201],
      [airline, 'requestSubscription', 201],
      [airline, 'requestAccessDelegation', 201],
      [airline, 'receiveNotification', 204],
      [airline, 'postQuery', 200],
      [node.holder, 'relocateLogisticsObject', 204],
    ] as const) {
      const reply = await send(party, id);
      expect(reply.status, `${id}: ${reply.text}`).to.equal(status);
    }
  });

  it('leaves out the development identity provider where it does not run', async () => {
    const settings = readSettings({ PORT: '0', STORE_URL: 'memory:', DEV_IDP: 'false' });
    const dependencies = { clock: node.clock, ids: uuidSource, random: () => 0, log: pino({ level: 'silent' }) };
    const withoutIdp = await startNode(settings, dependencies);
    const { paths, components } = await descriptionOf(withoutIdp.baseUrl);
    await withoutIdp.stop();
    expect(Object.keys(paths).filter((path) => path.startsWith('/dev-idp'))).to.deep.equal([]);
    expect(Object.keys(components.securitySchemes)).to.deep.equal(['token']);
  });
});
