/** Loaded by mocha before all tests: seeds fast-check as the other random choices, and prints the seed. */
import fc from 'fast-check';
import { SEED } from './random.js';

fc.configureGlobal({ seed: SEED });
process.stdout.write(`random choices: TEST_SEED=${SEED}\n`);
