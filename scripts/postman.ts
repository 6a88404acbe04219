/** `npm run postman`: generates docs/postman.json, the Postman collection of the OpenAPI description. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { MeasuredNode } from '../bench/node.js';
import { descriptionOf } from '../test/openapi/description.js';
import { collectionOf, requestName } from './postman/collection.js';

const FILE = fileURLToPath(new URL('../docs/postman.json', import.meta.url));
const style = await resolveConfig(FILE);

const node = await MeasuredNode.start({ STORE_URL: 'memory:', LOG_LEVEL: 'error' });
try {
  const collection = collectionOf(await descriptionOf(node.url), node.url);
  writeFileSync(FILE, await format(JSON.stringify(collection), { ...style, parser: 'json' }));
  console.log(`docs/postman.json: ${collection.item.flatMap(({ item }) => item.map(requestName)).length} requests`);
} finally {
  await node.stop();
}
