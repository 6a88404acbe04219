import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeListPages, statedLookup } from './list-pages.js';
import { openFolder, openMemory } from './support/open.js';

const lookups = [statedLookup];

describeListPages('in memory', () => openMemory({ lookups }));

describe('in a folder', () => {
  let folder: string;
  let stores = 0;
  before(async () => (folder = await mkdtemp(join(tmpdir(), 'pages-'))));
  after(() => rm(folder, { recursive: true }));
  describeListPages('in LMDB', () => openFolder(join(folder, String((stores += 1))), { lookups }));
});
