/** Stores with a number of objects, and nodes on them. */
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyUri, fill } from '../fill.js';
import { MeasuredNode } from '../node.js';
import { piece } from '../payloads.js';

export interface StoreOptions {
  /** For the stores of this run. */
  readonly folder: string;
  /** For filled stores, which later runs copy; undefined to keep none. */
  readonly keep: string | undefined;
  readonly port: number;
  readonly objects: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A node on a store with a number of objects of 20 statements. */
export interface FilledNode {
  readonly node: MeasuredNode;
  readonly objects: number;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  /** The URI of one of its objects. */
  readonly uri: (number: number) => string;
}

/** Through the store's own code: as fast as honest loading can be, and with every index. */
async function fillStore(data: string, { port, objects }: StoreOptions): Promise<void> {
  const env = envOf(data, port);
  const node = await MeasuredNode.start(env);
  const template = await node.create(piece);
  await node.stop();
  const began = performance.now();
  await fill(data, `http://localhost:${String(port)}`, template, objects);
  console.log(`\n${String(objects)} objects written in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

const envOf = (data: string, port: number): Record<string, string> => ({
  STORE_URL: `file:${data}`,
  PORT: String(port),
  BASE_URL: `http://localhost:${String(port)}`,
  SPARQL_WARM: 'false',
});

/** Starts a node on a store of this run. The name tells the stores of a run apart. */
export async function startFilled(name: string, options: StoreOptions): Promise<FilledNode> {
  const { folder, keep, port, objects } = options;
  const data = join(folder, name);
  if (existsSync(data)) {
    // An earlier part of this run has used it.
  } else if (keep === undefined) await fillStore(data, options);
  else {
    // A store belongs to one base URL, so to one port.
    const kept = join(keep, `filled-${String(objects)}-${String(port)}`);
    if (!existsSync(kept)) {
      await mkdir(keep, { recursive: true });
      const unfinished = `${kept}-unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await fillStore(unfinished, options);
      await rename(unfinished, kept);
    }
    await cp(kept, data, { recursive: true });
  }
  const env = { ...envOf(data, port), ...options.env };
  const base = `http://localhost:${String(port)}`;
  return { node: await MeasuredNode.start(env), objects, data, env, uri: (number) => copyUri(base, number) };
}
