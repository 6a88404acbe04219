import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePositions } from './support/positions.js';

/** Every so many positions, from one that depends on the seed; all with `FAULT_POSITIONS=all`. */
describe('A fault at any position of an exchange', () => {
  describePositions('memory:', () => Promise.resolve({ storeUrl: 'memory:', remove: () => Promise.resolve() }));
  describePositions('file:', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'positions-'));
    return { storeUrl: `file:${folder}`, remove: () => rm(folder, { recursive: true }) };
  });
});
