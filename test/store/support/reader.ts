/** Reads a store's file in a transaction that does not end, as a backup's does while it copies, until it is killed. */
import { open } from 'lmdb';

const root = open({ path: process.argv[2] ?? '', noSubdir: true, readOnly: true, encoding: 'string', maxDbs: 8 });
const graphs = root.openDB<string, string>({ name: 'graphs', encoding: 'string' });
const transaction = graphs.useReadTransaction();
for (const { key } of graphs.getRange({ limit: 1, transaction })) process.stdout.write(`reading ${key}\n`);
setInterval(() => transaction, 1000);
