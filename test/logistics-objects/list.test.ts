import { expect } from 'chai';
import { list, member } from '../support/node.js';
import { idIn, TestContext, text } from '../support/world.js';

describe('The list of objects', () => {
  let world: TestContext;
  before(async () => {
    world = await TestContext.start();
  });
  after(() => world.stop());

  const page = async (path: string): Promise<{ total: string; uris: string[] }> => {
    const json = await world.read(path);
    return {
      total: text(member(member(json, 'api:hasTotalItems'), '@value')),
      uris: list(member(json, 'api:hasItem')).map(idIn),
    };
  };

  it('has each new object at once, on all pages that it belongs to and on no other', async () => {
    for (let number = 0; number < 3; number += 1) {
      const pieces = await page('/logistics-objects?type=Piece');
      const all = await page('/logistics-objects?limit=1');
      const others = await page('/logistics-objects?type=Person');
      const uri = world.uri(await world.piece());
      const after = await page('/logistics-objects?type=Piece');
      expect(after.uris).to.deep.equal([...pieces.uris, uri]);
      expect(Number(after.total)).to.equal(Number(pieces.total) + 1);
      const { total } = await page('/logistics-objects?limit=1');
      expect(Number(total)).to.equal(Number(all.total) + 1);
      expect(await page('/logistics-objects?type=Person')).to.deep.equal(others);
    }
  });

  it('links from one page to the next in the words of each request', async () => {
    await world.piece();
    await world.piece();
    for (const query of ['limit=1&type=Piece', 'type=Piece&limit=1', 'type=cargo:Piece&limit=1']) {
      const { headers } = await world.holder.get(`/logistics-objects?${query}`);
      const [, next = ''] = /<[^>]*\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
      expect(new URLSearchParams(next).get('type'), query).to.equal(new URLSearchParams(query).get('type'));
    }
  });
});
