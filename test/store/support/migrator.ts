/** Opens a store, which migrates it, and closes it again. */
import { writeSync } from 'node:fs';
import { openFolder } from './open.js';

writeSync(1, 'opening\n');
const store = await openFolder(process.argv[2] ?? '');
await store.close();
