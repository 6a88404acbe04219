import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { apiVersions, differenceOf } from '../../src/api-versions.js';
import type { OpenApiDocument } from '../../src/openapi/types.js';
import { api, startTestNode, type TestNode } from '../support/node.js';

/** All references of a document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) =>
    member === '$ref' && typeof each === 'string' ? [each] : references(each),
  );
}

describe('the OpenAPI description of one API version', () => {
  let node: TestNode;

  before(async () => {
    node = await startTestNode();
  });
  after(() => node.stop());

  const of = async (query: string): Promise<OpenApiDocument> => {
    const response = await fetch(`${node.url}/openapi.json${query}`);
    expect(response.status).to.equal(200);
    return (await response.json()) as OpenApiDocument;
  };

  for (const version of apiVersions) {
    it(`is valid, and names nothing that is newer than ${version}`, async () => {
      const document = await of(`?version=${version}`);
      const { errors } = await new Validator().validate({ ...document });
      expect(errors).to.equal(undefined);
      const text = JSON.stringify(document);
      for (const name of differenceOf(version).missing)
        for (const whole of [`"api:${name}"`, `"${api}${name}"`]) expect(text, whole).not.to.include(whole);
      for (const [newer, older] of Object.entries(differenceOf('2.0.0').names))
        expect(text).not.to.include(`"api:${version === '2.0.0' ? newer : older}"`);
      const schemas = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
      expect(
        references(document).filter((ref) => ref.startsWith('#/components/schemas/') && !schemas.includes(ref)),
      ).to.deep.equal([]);
    });
  }

  it('has the operations of its version only', async () => {
    const [oldest, next, all] = await Promise.all([of('?version=2.0.0'), of('?version=2.1.0'), of('')]);
    const object = '/logistics-objects/{id}';
    expect(oldest.paths[object]).to.have.keys('get', 'patch');
    expect(next.paths[object]).to.have.keys('get', 'patch', 'post');
    expect(all.paths[object]?.post?.['x-since']).to.equal('2.1.0');
    expect(oldest.paths[object]?.get).to.not.have.property('x-since');
    const events = '/logistics-events';
    expect(all.paths[events]?.post?.['x-since']).to.equal('2.3.0');
    expect((await of('?version=2.3.0')).paths).to.include.keys(events);
    for (const version of ['2.0.0', '2.1.0', '2.2.0'])
      expect((await of(`?version=${version}`)).paths, version).to.not.have.property(events);
  });

  it('names its version in the media types of its examples', async () => {
    const document = await of('?version=2.2.0');
    const answer = document.paths['/logistics-objects/{id}']?.get?.responses['200'];
    expect(Object.keys(answer !== undefined && 'content' in answer ? (answer.content ?? {}) : {})).to.include.members([
      'application/ld+json; version=2.2.0',
      'text/turtle; version=2.2.0',
    ]);
    const body = document.paths['/logistics-objects']?.post?.requestBody;
    expect(body?.content).to.have.keys('application/ld+json; version=2.2.0');
  });

  it('is 400 for a version that is not offered, or for two', async () => {
    for (const query of ['?version=9.9.9', '?version=2.0.0&version=2.1.0', '?version='])
      expect((await fetch(`${node.url}/openapi.json${query}`)).status, query).to.equal(400);
  });

  it('can be chosen in the documentation', async () => {
    const page = await (await fetch(`${node.url}/docs/?version=2.1.0`)).text();
    expect(page).to.match(/<a href="\/docs\?version=2\.1\.0" aria-current="page">2\.1\.0<\/a>/);
    for (const version of apiVersions) expect(page).to.include(`?version=${version}"`);
    expect((await fetch(`${node.url}/docs/?version=1`)).status).to.equal(400);
  });
});
