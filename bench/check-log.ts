/**
 * P61: the rate of `check --log`, beside that at which the same graphs are read, sorted and hashed whole.
 * `npx tsx bench/check-log.ts [revisions]` prints both, and the memory that the verification takes. Rates are in seconds of the
 * processor: others may use it, too.
 */
import { generateKeyPairSync, hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../src/clock.js';
import { EntryRules } from '../src/log-rules.js';
import { createLookups } from '../src/lookups.js';
import { checkLog, type LogReport } from '../src/proof-log/check/check-log.js';
import { Checkpoints } from '../src/proof-log/checkpoints.js';
import { Epochs } from '../src/proof-log/epochs.js';
import { signerOf } from '../src/proof-log/keys.js';
import { writeVkey } from '../src/proofs/format/note.js';
import { type Iri, iri } from '../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../src/rdf/vocabulary.js';
import { withOfflineStore } from '../src/store/folder/dump.js';
import type { LogSource } from '../src/store/log-source.js';
import { openStore } from '../src/store/open-store.js';
import type { GraphStore } from '../src/store/graph-store/graph-store.js';
import { UriScheme } from '../src/uris.js';
import { grouped } from './table.js';

const REVISIONS = Number(process.argv[2] ?? 50_000);
const PER_OBJECT = 5;
const IN_COMMIT = 50;
const ROUNDS = 5;
const MB = 2 ** 20;

const base = iri('http://localhost:8080');
const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const dataHolder = uris.object('_data-holder');
const { cargo, api } = standardNamespaces;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const PROV = 'http://www.w3.org/ns/prov#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** The 20 statements of a revision. */
function revisionText(object: Iri, number: number): string {
  const value = (index: number): string =>
    `internal:${String(number).padStart(8, '0')}-0000-4000-8000-00000000000${index}`;
  const line = (subject: string, predicate: string, term: string): string => `<${subject}> <${predicate}> ${term} .\n`;
  const weights = [1, 2, 3].flatMap((index) => [
    line(object, `${cargo}weight${index}`, `<${value(index)}>`),
    line(value(index), TYPE, `<${cargo}Value>`),
    line(value(index), `${cargo}numericalValue`, `"${(number % 1000) + index}"^^<${XSD}double>`),
    line(value(index), `${cargo}unit`, `<https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM>`),
  ]);
  return [
    line(object, TYPE, `<${cargo}Piece>`),
    line(object, `${cargo}goodsDescription`, `"Printed brochures and display material, lot ${number}"`),
    line(object, `${cargo}upid`, `"${number}"`),
    ...['coload', 'stackable', 'turnable', 'fragile', 'perishable'].map((name) =>
      line(object, cargo + name, `"true"^^<${XSD}boolean>`),
    ),
    ...weights,
  ].join('');
}

function provenanceText(object: Iri, graph: Iri, number: number): string {
  return [
    `<${graph}> <${TYPE}> <${PROV}Entity> .\n`,
    `<${graph}> <${PROV}specializationOf> <${object}> .\n`,
    `<${graph}> <${api}hasRevision> "${number}"^^<${XSD}integer> .\n`,
    `<${graph}> <${PROV}generatedAtTime> "2026-03-01T10:00:00.123Z"^^<${XSD}dateTime> .\n`,
    `<${graph}> <${PROV}wasAttributedTo> <${dataHolder}> .\n`,
  ].join('');
}

async function fill(store: GraphStore): Promise<void> {
  const services = { uris, store, dataHolder, clock: systemClock };
  const epochs = new Epochs(services);
  const checkpoints = new Checkpoints(services);
  const signer = signerOf(epochs.originOf(1), generateKeyPairSync('ed25519').privateKey);
  await epochs.begin(1, 1, { key: writeVkey(signer.key) });
  const epoch = await epochs.newest();
  if (epoch === undefined) throw new Error('the log has not begun');
  const objects = Math.ceil(REVISIONS / PER_OBJECT);
  // The revisions of an object are not side by side in the log.
  for (let number = 1; number <= PER_OBJECT; number += 1) {
    for (let first = 0; first < objects; first += IN_COMMIT)
      await store.transact([base], async (tx) => {
        for (let index = first; index < Math.min(objects, first + IN_COMMIT); index += 1) {
          const object = uris.object(`piece-${index}`);
          const graph = uris.revision(object, number);
          await tx.write(graph, revisionText(object, index * PER_OBJECT + number));
          await tx.write(uris.provenance(graph), provenanceText(object, graph, number));
          await tx.write(uris.head(object), `<${object}> <${api}hasLatestRevision> "${number}"^^<${XSD}integer> .\n`);
        }
      });
    await checkpoints.sign(epoch, [signer]);
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** Revisions in a second of the processor. */
async function rateOf(work: () => Promise<void>): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (REVISIONS / (user + system)) * 1_000_000;
}

async function measure(folder: string): Promise<void> {
  const { lookups } = createLookups(uris, vocabulary);
  const hashAlone = async (source: LogSource): Promise<void> => {
    for (let names = await source.graphs(undefined); names.length > 0; names = await source.graphs(names.at(-1)))
      for (const text of await source.texts(names.filter((name) => name.includes('/revisions/'))))
        hash('sha256', (text ?? '').split('\n').sort().join('\n'));
  };
  const rates: { check: number; alone: number }[] = [];
  const memory = process.memoryUsage().rss;
  let report: LogReport | undefined;
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [alone, check] = await withOfflineStore(folder, async (file) => [
      await rateOf(() => hashAlone(file.logSource())),
      await rateOf(async () => {
        report = await checkLog(file.logSource(), {
          ...{ uris, vocabulary, lookups, given: [], witnesses: [] },
          onProgress: () => {
            most = Math.max(most, process.memoryUsage().rss);
          },
        });
      }),
    ]);
    rates.push({ check, alone });
    console.log(
      `round ${round + 1}: check --log ${grouped(check)} revisions/s, read, sort and SHA-256 ${grouped(alone)}/s: ` +
        (check / alone).toFixed(2),
    );
  }
  console.log(report?.findings.length === 0 ? 'nothing is wrong' : report?.findings.slice(0, 5).join('\n'));
  const ratio = median(rates.map(({ check, alone }) => check / alone));
  console.log(
    `${grouped(REVISIONS)} revisions: median ${grouped(median(rates.map(({ check }) => check)))}/s, ` +
      `${ratio.toFixed(2)} of reading, sort and SHA-256 (0.25 is asked); ${grouped((most - memory) / MB)} MB more memory, the pages of the file included`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'check-log-'));
try {
  const store = await openStore({
    location: { kind: 'folder', path: folder },
    base,
    lookups: [],
    log: pino({ level: 'silent' }),
    logRules: new EntryRules(uris, vocabulary, dataHolder),
  });
  await fill(store);
  await store.close();
  await measure(folder);
} finally {
  await rm(folder, { recursive: true });
}
