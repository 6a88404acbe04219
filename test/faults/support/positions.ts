/** The tests of `FaultyExchange` at the positions of each kind of fault. */
import { Random, SEED, seeded } from '../../support/random.js';
import { FaultyExchange } from './faulty-exchange.js';
import { faultKinds } from './faults.js';

/** A store for one suite. */
export interface Place {
  readonly storeUrl: string;
  remove(): Promise<void>;
}

const all = process.env['FAULT_POSITIONS'] === 'all';

/** All positions, or some of them that depend on the seed: the first of each part of equal length. */
function chosen(count: number, some: number): number[] {
  if (all || count <= some) return Array.from({ length: count }, (_, index) => index + 1);
  const random = new Random(seeded(SEED));
  return Array.from({ length: some }, (_, part) => {
    const [from, to] = [Math.floor((part * count) / some), Math.floor(((part + 1) * count) / some)];
    return from + 1 + random.below(to - from);
  });
}

/** @param some the number of positions of each kind, unless all are tried. */
export function describePositions(name: string, place: () => Promise<Place>, some = 6): void {
  describe(name, function () {
    this.timeout(all ? 1_200_000 : 600_000);
    let where: Place;
    let exchange: FaultyExchange;
    before(async () => {
      where = await place();
      exchange = await FaultyExchange.start(where.storeUrl);
    });
    after(async () => {
      await exchange.stop();
      await where.remove();
    });

    for (const kind of faultKinds)
      it(`loses, repeats and reorders nothing: ${kind}`, async () => {
        const count = await exchange.positions(kind);
        const positions = chosen(count, some);
        for (const position of positions)
          await exchange.expectUnharmedBy(kind, position).catch((cause: unknown) => {
            throw new Error(`${kind} ${String(position)} of ${String(count)}: ${String(cause)}`, { cause });
          });
        if (all) process.stdout.write(`${name} ${kind}: ${String(positions.length)} positions\n`);
      });

    it('leaves the data that a node without any cache reads', () => exchange.expectSameAsFresh());
  });
}
