import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Keeps many objects for a while, and tells the largest size of the young generation, in MiB. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  const { getHeapSpaceStatistics } = require('node:v8');
  let largest = 0;
  for (let round = 0; round < 40; round += 1) {
    const kept = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (kept.length > 0) largest = Math.max(largest, young.space_size);
  }
  parentPort.postMessage(largest / 2 ** 20);
`;

const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  import { limitYoungGenerations } from './src/process/young-generations.ts';
  limitYoungGenerations();
  const limits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 };
  new Worker(${JSON.stringify(THREAD)}, { eval: true, execArgv: [], resourceLimits: limits }).on('message', (largest) => {
    process.stdout.write(String(largest));
  });
`;

describe('a thread of a node with a large young generation', () => {
  it('has the one that it is given', async () => {
    const flags = ['--max-semi-space-size=64', '--import', 'tsx', '--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, flags);
    expect(Number(stdout)).to.be.within(1, 12);
  });
});
