import { expect } from 'chai';
import { createSample } from '../../src/console/sample.js';
import { cargo, startTestNode, type TestNode } from '../support/node.js';
import { sampleNode } from '../support/sample.js';
import { descriptionOf } from './description.js';
import { schemaCheck } from './schemas.js';

interface Listed {
  readonly 'api:hasItem': readonly { readonly '@id': string; readonly '@type': string }[];
}

describe('The schemas of the classes of the data model', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
    await createSample(sampleNode(node));
  });
  after(() => node.stop());

  it('describe every object of the example as it is read, also with the objects that it links to', async () => {
    const check = schemaCheck(await descriptionOf(node.url));
    const { 'api:hasItem': items } = (await node.holder.get('/logistics-objects?limit=1000')).json as unknown as Listed;
    const classes = new Set<string>();
    for (const { '@id': uri } of items) {
      for (const query of ['', '?embedded=true']) {
        const { json, headers } = await node.holder.get(`${new URL(uri).pathname}${query}`);
        const name = (headers.get('type') ?? '').replace(cargo, 'cargo.');
        classes.add(name);
        expect(check({ $ref: `#/components/schemas/${name}` }, json), `${uri}${query}`).to.equal(undefined);
      }
    }
    expect([...classes])
      .to.include('cargo.Piece')
      .and.include('cargo.Shipment')
      .and.include('cargo.Waybill');
  });
});
