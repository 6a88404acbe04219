/** The Cargo-XML messages of docs/examples/cargo-xml: a consolidation from its waybill to its departure. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SampleMessage } from '../src/console/sample-node.js';

const FOLDER = fileURLToPath(new URL('../docs/examples/cargo-xml', import.meta.url));

/** All of them, in the order in which they come. */
export async function sampleMessages(): Promise<SampleMessage[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.xml')).sort();
  return Promise.all(names.map(async (name) => ({ name, xml: await readFile(join(FOLDER, name), 'utf8') })));
}
