/** "Who changed what" names the property of the object, whichever part of it was changed (K64). */
import { expect } from 'chai';
import type { ResultsAnswer } from '../../src/questions/schemas.js';
import { add, remove } from '../support/changes.js';
import { cargo } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { weight } from './seeded.js';

describe('The question who changed what', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  async function changed(piece: string): Promise<readonly string[]> {
    const reply = await world.holder.get(
      `/internal/questions/who-changed-what/results?object=${piece.split('/').pop()}`,
    );
    expect(reply.status, reply.text).to.equal(200);
    const { columns, rows } = JSON.parse(reply.text) as ResultsAnswer;
    const index = columns.findIndex(({ name }) => name === 'properties');
    return rows.map((row) => row[index]?.label ?? '?');
  }

  it('says gross weight for a new number of a Value that stays, and dimensions for a new Value within them', async () => {
    const piece = await world.create({
      '@type': 'cargo:Piece',
      'cargo:grossWeight': weight(20),
      'cargo:dimensions': { '@type': 'cargo:Dimensions', 'cargo:length': weight(1, 'MTR') },
    });
    const uri = world.uri(piece);
    const { text } = await world.holder.get(piece, { headers: { Accept: 'application/n-triples' } });
    const [, value = ''] = new RegExp(`<${cargo}grossWeight> <([^>]+)>`).exec(text) ?? [];
    const [, dimensions = ''] = new RegExp(`<${cargo}dimensions> <([^>]+)>`).exec(text) ?? [];
    expect([value, dimensions]).not.to.include('');
    world.node.clock.advance(60);
    await world.change(piece, [
      remove(value, 'numericalValue', '20', 'xsd:double'),
      add(value, 'numericalValue', '22', 'xsd:double'),
    ]);
    world.node.clock.advance(60);
    await world.change(piece, [
      add(dimensions, 'width', '_:width', 'Value'),
      add('_:width', 'numericalValue', '2', 'xsd:double'),
    ]);
    world.node.clock.advance(60);
    await world.change(piece, [add(uri, 'upid', 'UPID-9')]);
    expect(await changed(piece)).to.deep.equal(['Piece identifier (UPID)', 'Dimensions', 'Gross weight']);
  });
});
