/** What the data model costs: its start, and the check of a typical object. */
import { pino } from 'pino';
import { loadModel } from '../src/model/load.js';
import { readJsonLd } from '../src/rdf/jsonld-reader.js';
import { createVocabulary, standardNamespaces } from '../src/rdf/vocabulary.js';
import { type LoadResult, repeat } from './load.js';
import { piece } from './payloads.js';

/** Loads the full model a few times; a figure is one loading in milliseconds. */
export async function modelStart(): Promise<LoadResult> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    await model();
    times.push(performance.now() - begin);
  }
  times.sort((one, other) => one - other);
  const [p50 = 0, p99 = 0] = [times[2], times[4]];
  return { rate: 1000 / p50, p50, p99 };
}

/** Checks a typical object again and again, after a warm-up. */
export async function modelChecks(seconds: number): Promise<LoadResult> {
  const loaded = await model();
  const { root, data } = await readJsonLd(piece, { vocabulary: createVocabulary(), strict: true });
  const check = async (): Promise<void> => {
    const violations = await loaded.check(data, [root]);
    if (violations.length > 0) throw new Error('the typical object does not fit');
  };
  await repeat(1, 1, check);
  return repeat(seconds, 1, check);
}

function model(): ReturnType<typeof loadModel> {
  return loadModel({ namespaces: standardNamespaces, mode: 'strict', log: pino({ level: 'silent' }) });
}
