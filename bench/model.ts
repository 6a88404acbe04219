/** The cost of the data model: its loading, and the check of a typical object. */
import { pino } from 'pino';
import { loadModel } from '../src/model/load.js';
import { readJsonLd } from '../src/rdf/jsonld/reader.js';
import { createVocabulary, standardNamespaces } from '../src/rdf/vocabulary.js';
import { type LoadResult, summary } from './load.js';
import { anotherPiece } from './payloads.js';

const WARM_UP_MS = 2_000;

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

/**
 * Checks typical objects, each different from the previous ones, because the node does not repeat a successful check.
 */
export async function modelChecks(seconds: number): Promise<LoadResult> {
  const loaded = await model();
  const reading = { vocabulary: createVocabulary(), strict: true };
  const times: number[] = [];
  const warmUntil = performance.now() + WARM_UP_MS;
  const until = warmUntil + seconds * 1000;
  for (let number = 0; performance.now() < until; number += 1) {
    const { root, data } = await readJsonLd(anotherPiece(number), reading);
    const begin = performance.now();
    const violations = await loaded.check(data, [root]);
    if (begin > warmUntil) times.push(performance.now() - begin);
    if (violations.length > 0) throw new Error('the typical object does not fit');
  }
  return summary(times, times.reduce((sum, time) => sum + time, 0) / 1000);
}

function model(): ReturnType<typeof loadModel> {
  return loadModel({ namespaces: standardNamespaces, mode: 'strict', log: pino({ level: 'silent' }) });
}
