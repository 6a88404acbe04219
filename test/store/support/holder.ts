/** Opens the store in a folder and holds it until it is killed. */
import { openFolder } from './open.js';

await openFolder(process.argv[2] ?? '');
process.stdout.write('open\n');
setInterval(() => undefined, 60_000);
