/** Writes revisions of one object until it is killed; prints the number of each that the store has acknowledged. */
import { writeSync } from 'node:fs';
import { addMember, indexes, membersOf, piece, uris } from '../commit-times.js';
import { openFolder } from './open.js';

const store = await openFolder(process.argv[2] ?? '', { lookups: indexes });
writeSync(1, 'open\n');
for (let number = (await membersOf(store, piece)).length + 1; ; number += 1) {
  await addMember(store, uris.revision(piece, number));
  writeSync(1, `${number}\n`);
}
