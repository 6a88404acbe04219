import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { eventBody } from '../support/exchange.js';
import { TestContext } from '../support/world.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are in use. */
function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe('Lists of events that a caller requests repeatedly', () => {
  let world: TestContext;
  let list: string;
  before(async () => {
    world = await TestContext.start();
    list = `${await world.piece()}/logistics-events`;
    const posted = await world.holder.post(list, eventBody());
    expect(posted.status, posted.text).to.equal(201);
  });
  after(() => world.stop());

  const long = '!'.repeat(12_000);

  for (const [name, query] of [
    ['parameters that mean nothing', (count: number) => `n=${count}&x=${long}`],
    ['other orders of the same values', (count: number) => `eventType=A${',A'.repeat(count)}`],
  ] as const)
    it(`have no cache entries for parameters without effect: ${name}`, async () => {
      await world.holder.get(`${list}?${query(0)}`);
      const before = used();
      for (let count = 1; count <= 400; count += 1) {
        const { status } = await world.holder.get(`${list}?${query(count)}`);
        expect(status).to.equal(200);
      }
      expect((used() - before) / 1024 ** 2).to.be.below(4);
    });

  it('are the same however their parameters are written', async () => {
    const text = async (query: string): Promise<string> => (await world.holder.get(`${list}?${query}`)).text;
    expect(await text('eventType=A,B&limit=5')).to.equal(await text('limit=5&event-code=B,A,B'));
    expect(await text('skip=1')).to.not.equal(await text('skip=0'));
    expect(await text('created_after=20200101T000000Z')).to.not.equal(await text('created_before=20200101T000000Z'));
  });
});
