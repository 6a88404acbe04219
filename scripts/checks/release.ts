/** `npm run check:release -- v1.2.3`: checks that tag, package.json and CHANGELOG.md name the same version. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { releases } from '../changelog.js';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
const tag = process.argv[2];
if (tag !== `v${version}`) throw new Error(`the tag is ${String(tag)}, and package.json has ${version}`);
if (!releases(read('CHANGELOG.md')).some(({ name }) => name === version))
  throw new Error(`CHANGELOG.md has no section [${version}]`);
console.log(`${tag} is the version of package.json and of CHANGELOG.md`);
