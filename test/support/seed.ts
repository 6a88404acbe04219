/** Loaded by mocha before all tests: gives fast-check the seed of the other random choices, and prints it. */
import fc from 'fast-check';
import { SEED } from './random.js';

fc.configureGlobal({ seed: SEED });
process.stdout.write(`random choices: TEST_SEED=${SEED}\n`);
