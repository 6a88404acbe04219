import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scaled } from '../support/size.js';
import { describeOwnWork } from './support/own-work.js';
import { describePositions, type Place } from './support/positions.js';

const inMemory = (): Promise<Place> => Promise.resolve({ storeUrl: 'memory:', remove: () => Promise.resolve() });

async function inFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'positions-'));
  return { storeUrl: `file:${folder}`, remove: () => rm(folder, { recursive: true }) };
}

/** Every so many positions, from one that depends on the seed; all with `FAULT_POSITIONS=all`. */
describe('A fault at any position of an exchange', () => {
  describePositions('memory:', inMemory, scaled(2));
  describePositions('file:', inFolder, scaled(2));
});

describe("A fault at any position of the node's own work", () => {
  describeOwnWork('memory:', inMemory);
  describeOwnWork('file:', inFolder);
});
