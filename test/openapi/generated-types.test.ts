import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { startTestNode } from '../support/node.js';

/** What a program of a partner sends and reads, with types that are made of the description. */
const program = `
import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
type Sent = paths['/logistics-objects']['post']['requestBody']['content']['application/ld+json'];
type Read = paths['/logistics-objects/{id}']['get']['responses'][200]['content']['application/ld+json'];
type Requested = paths['/logistics-objects/{id}']['patch']['requestBody']['content']['application/ld+json'];

const context = { api: 'https://onerecord.iata.org/ns/api#', cargo: 'https://onerecord.iata.org/ns/cargo#' };
const weight: Schemas['cargo.Value'] = {
  'cargo:numericalValue': 20.5,
  'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
};
const piece: Schemas['cargo.Piece'] = {
  '@context': context,
  '@type': 'cargo:Piece',
  'cargo:goodsDescription': 'Oranges',
  'cargo:grossWeight': weight,
  'cargo:containedPieces': [{ '@id': 'https://node.example/logistics-objects/piece-2' }],
};
export const sent: Sent[] = [
  piece,
  { '@context': [context, { own: 'https://carrier.example/terms#' }], '@type': 'cargo:PieceDg', 'cargo:upid': 'U-7' },
];
export const described = (read: Read): unknown =>
  'cargo:goodsDescription' in read ? read['cargo:goodsDescription'] : undefined;
export const change: Requested = {
  '@context': context,
  '@type': 'api:Change',
  'api:hasLogisticsObject': { '@id': 'https://node.example/logistics-objects/piece-1' },
  'api:hasRevision': 1,
  'api:hasOperation': {
    '@type': 'api:Operation',
    'api:op': { '@id': 'api:ADD' },
    'api:s': 'https://node.example/logistics-objects/piece-1',
    'api:p': 'https://onerecord.iata.org/ns/cargo#goodsDescription',
    'api:o': 'Lemons',
  },
};
// @ts-expect-error a weight is no text
export const heavy: Schemas['cargo.Piece'] = { '@type': 'cargo:Piece', 'cargo:grossWeight': 'heavy' };
// @ts-expect-error a piece has no property of this name
export const misspelled: Schemas['cargo.Piece'] = { '@type': 'cargo:Piece', 'cargo:grossWeigt': weight };
// @ts-expect-error a piece has one description
export const two: Schemas['cargo.Piece'] = { '@type': 'cargo:Piece', 'cargo:goodsDescription': ['Oranges', 'Lemons'] };
`;

const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));

/** What the compiler says of the program, with strict checks. */
function compile(folder: string): Promise<string> {
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, ...options, 'program.ts'], { cwd: folder }, (_error, output) => {
      resolve(output);
    });
  });
}

describe('Types that openapi-typescript makes of the description', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'types-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('let a program create a Piece with its context, and reject a wrong one', async () => {
    const node = await startTestNode();
    const description = await node.anonymous.get('/openapi.json');
    await node.stop();
    await writeFile(join(folder, 'schema.ts'), astToString(await openapiTS(description.text)));
    await writeFile(join(folder, 'program.ts'), program);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    expect(await compile(folder)).to.equal('');
  });
});
