// A reader of the feed with ldes-client: node copy.mjs <feed> <token> <folder of the state> <file> <order> <most members>
// Appends the name of each member to the file. With most members it ends at once when it has them, as a killed program does.
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { replicateLDES } from 'ldes-client';

const { Headers, Request } = globalThis;
const [url, token, statePath, file, order, most = 'Infinity'] = process.argv.slice(2);

function authorized(address, init = {}) {
  const headers = new Headers(address instanceof Request ? address.headers : init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return globalThis.fetch(address, { ...init, headers });
}

const client = replicateLDES({ url, fetch: authorized, statePath, noShape: true, polling: false }, order);
let count = 0;
for await (const { id } of client.stream({ highWaterMark: 10 })) {
  appendFileSync(file, `${id.value}\n`);
  count += 1;
  if (count >= Number(most)) process.kill(process.pid, 'SIGKILL');
}
process.exit(0);
