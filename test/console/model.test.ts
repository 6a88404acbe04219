/** `GET /internal/model` and `/internal/model/terms`: the data model by name, for any caller. */
import { expect } from 'chai';
import type { ModelAnswer, ModelNames } from '../../src/console/responses/model.js';
import { cargo } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('the data model by name', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const terms = async (name: string): Promise<ModelAnswer> => {
    const reply = await world.partner.get(`/internal/model/terms?name=${encodeURIComponent(name)}`);
    expect(reply.status, reply.text).to.equal(200);
    return JSON.parse(reply.text) as ModelAnswer;
  };

  it('has every name, with the prefixes of queries', async () => {
    const reply = await world.partner.get('/internal/model');
    expect(reply.status).to.equal(200);
    const { prefixes, vocabularies, lists } = JSON.parse(reply.text) as ModelNames;
    expect(prefixes).to.include.keys('api', 'cargo', 'prov', 'dcterms', 'rdf', 'rdfs', 'xsd', 'acl', 'vcard');
    expect(vocabularies[0]?.classes).to.include('Piece').and.not.include('grossWeight');
    expect(vocabularies[0]?.properties).to.include('grossWeight');
    expect(vocabularies[1]?.classes).to.include('ChangeRequest');
    expect(lists.find(({ name }) => name === 'StatusCode')?.codes).to.include('ARR');
    expect(reply.text.length).to.be.below(150_000);
    const again = await world.partner.get('/internal/model', {
      headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
    });
    expect(again.status).to.equal(304);
  });

  it('shows a class with its own and inherited properties, as the shapes demand them', async () => {
    const [piece] = (await terms('Piece')).items;
    expect(piece).to.include({ iri: `${cargo}Piece`, kind: 'class' });
    expect(piece?.children).to.include(`${cargo}PieceDg`);
    const weight = piece?.properties.find(({ property }) => property === `${cargo}grossWeight`);
    expect(weight).to.deep.equal({
      property: `${cargo}grossWeight`,
      of: `${cargo}Piece`,
      ranges: [`${cargo}Value`],
      requirement: 'a cargo:Value',
      min: 0,
      max: 1,
    });
    expect(piece?.usedBy).to.include(`${cargo}pieces`);
    const [dangerous] = (await terms('piecedg')).items;
    expect(dangerous?.parents).to.include(`${cargo}Piece`);
    expect(dangerous?.properties.find(({ property }) => property === `${cargo}grossWeight`)?.of).to.equal(
      `${cargo}Piece`,
    );
    const [declaration] = (await terms('DgDeclaration')).items;
    const narrowed = declaration?.properties.find(({ property }) => property === `${cargo}issuedForPiece`);
    expect(narrowed?.requirement).to.equal('a cargo:PieceDg');
  });

  it('shows a property with its range, requirement and classes', async () => {
    const [coload] = (await terms(`${cargo}coload`)).items;
    expect(coload).to.deep.include({ kind: 'property', ranges: ['http://www.w3.org/2001/XMLSchema#boolean'] });
    expect(coload?.requirement).to.contain('xsd:boolean');
    expect(coload?.usedBy).to.deep.equal([`${cargo}Piece`]);
  });

  it('shows codes and their lists', async () => {
    const [list] = (await terms('StatusCode')).items;
    expect(list?.codes.some((code) => code.endsWith('#ARR'))).to.equal(true);
    expect(list?.codeCount).to.equal(list?.codes.length);
    const [code] = (await terms('StatusCode#ARR')).items;
    expect(code).to.include({ kind: 'code', label: 'ARR' });
    expect(code?.parents).to.have.lengthOf(1);
    expect((await terms('ARR')).items.map(({ iri }) => iri)).to.include(code?.iri);
    const [units] = (await terms('MeasurementUnitCode')).items;
    expect(units).to.include({ isOpen: true });
  });

  it('puts exact matches first', async () => {
    expect((await terms('Location')).items[0]?.kind).to.equal('class');
  });

  it('answers 404 to other names, 400 to no name, a long one and unknown parameters, 401 without a token', async () => {
    const status = async (path: string): Promise<number> => (await world.partner.get(path)).status;
    expect(await status('/internal/model/terms?name=nothing-of-this')).to.equal(404);
    expect(await status('/internal/model/terms?name=constructor')).to.equal(404);
    expect(await status('/internal/model/terms')).to.equal(400);
    expect(await status(`/internal/model/terms?name=${'x'.repeat(501)}`)).to.equal(400);
    expect(await status('/internal/model?name=Piece')).to.equal(400);
    expect((await fetch(`${world.node.url}/internal/model`)).status).to.equal(401);
    expect(await status('/console/api/model')).to.equal(200);
  });
});
