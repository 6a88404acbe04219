/** Reads a store's file in a transaction that does not end, as a backup's does while it copies, until it is killed. */
import { openDatabases, openRoot } from '../../../src/store/lmdb/environment.js';

const { graphs } = openDatabases(openRoot(process.argv[2] ?? '', { readOnly: true }));
const transaction = graphs.useReadTransaction();
for (const { key } of graphs.getRange({ limit: 1, transaction })) process.stdout.write(`reading ${key}\n`);
setInterval(() => transaction, 1000);
