/** The answers to built-in questions, against another engine over the exported data (K64, section 10). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { z } from 'zod';
import { exportStore } from '../../src/commands/export.js';
import { bound } from '../../src/questions/binding.js';
import { builtInQuestions } from '../../src/questions/builtin-questions.js';
import { bindingsOf } from '../../src/questions/parameters.js';
import type { ResultsAnswer } from '../../src/questions/schemas.js';
import { prefixesOf } from '../../src/rdf/prefixes.js';
import { iri } from '../../src/rdf/terms.js';
import { standardNamespaces, xsdNs } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { seeded } from './seeded.js';

/** A Python that has pyoxigraph 0.5. */
const PYTHON = process.env['JUDGES_PYTHON'] ?? 'python3';
const JUDGE = fileURLToPath(new URL('judges/questions.py', import.meta.url));

/** Each question with parameters; those whose rows come from the queues of deliveries are not asked in SPARQL alone. */
const asked: readonly (readonly [id: string, query: string])[] = [
  ['late-shipments', 'period=2026-02&show=all'],
  ['late-shipments', ''],
  ['dwell', ''],
  ['dwell', 'start=ARR&end=DLV&period=2026'],
  ['arrived-not-delivered', ''],
  ['events-recorded-late', 'hours=1'],
  ['open-requests', ''],
  ['weight-differences', ''],
  ['weight-differences', 'compare=revisions'],
  ['waybills-without-pieces', ''],
  ['who-changed-what', ''],
  ['versions-of', 'object=piece-1'],
  ['difference-of-two-moments', 'object=piece-1&first=20200101T000000Z&second=20260301T101100Z'],
];
const computed = ['not-told', 'partner-response'];

const term = z.object({ type: z.string(), value: z.string(), datatype: z.string().optional() });
const answers = z.array(z.object({ results: z.object({ bindings: z.array(z.record(z.string(), term)) }) }));

const isNumber = (datatype = ''): boolean => /#(?:integer|decimal|double|float)$/.test(datatype);

/** The value of a term, as both write it. Names of properties have no order. */
function plainTerm({ type, value, datatype }: z.infer<typeof term>): string {
  if (type === 'uri') return value;
  if (isNumber(datatype)) return String(Number(value));
  if (datatype === `${xsdNs}dateTime`) return new Date(value).toISOString();
  return value.split(', ').sort().join(', ');
}

function plainCell({ value, uri }: ResultsAnswer['rows'][number][number]): string {
  if (uri !== undefined) return uri;
  return value === null ? '' : String(value).split(', ').sort().join(', ');
}

describe('Built-in questions, asked by another engine', () => {
  let folder = '';

  before(function () {
    if (spawnSync(PYTHON, ['-c', 'import pyoxigraph']).status !== 0) {
      process.stdout.write(`      skipped: ${PYTHON} has no pyoxigraph (JUDGES_PYTHON names another Python)\n`);
      this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'questions-'));
  });
  after(() => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  });

  it('are all that are asked in SPARQL', () => {
    expect([...new Set(asked.map(([id]) => id)), ...computed]).to.have.members([...builtInQuestions.keys()]);
  });

  it('have the same rows as pyoxigraph has over the export', async () => {
    const env = { STORE_URL: `file:${join(folder, 'store')}` };
    const { world } = await seeded({ env });
    const now = world.node.clock.now();
    const own: ResultsAnswer[] = [];
    try {
      for (const [id, query] of asked) {
        const reply = await world.holder.get(`/internal/questions/${id}/results?limit=1000&${query}`);
        expect(reply.status, reply.text).to.equal(200);
        own.push(JSON.parse(reply.text) as ResultsAnswer);
      }
    } finally {
      await world.stop();
    }
    const file = join(folder, 'store.nq');
    await exportStore(file, {}, readSettings(env));
    const prefixes = Object.entries(prefixesOf(standardNamespaces)).map(([name, uri]) => `PREFIX ${name}: <${uri}>\n`);
    const queries = asked.map(([id, query]) => {
      const question = builtInQuestions.get(id);
      if (question === undefined) throw new RangeError(id);
      const values = new URLSearchParams(query);
      const bindings = bindingsOf(question, (name) => values.get(name) ?? undefined, {
        now,
        cargo: standardNamespaces.cargo,
        object: (name) => iri(world.uri(`/logistics-objects/${name}`)),
      });
      return prefixes.join('') + bound(question.sparql, bindings);
    });
    const judge = spawnSync(PYTHON, [JUDGE, file, standardNamespaces.api], {
      input: JSON.stringify(queries),
      encoding: 'utf8',
    });
    expect(judge.status, judge.stderr).to.equal(0);
    const others = answers.parse(JSON.parse(judge.stdout));
    let rows = 0;
    for (const [index, [id, query]] of asked.entries()) {
      const answer = own[index];
      const columns = answer?.columns.map(({ name }) => name) ?? [];
      const found = (others[index]?.results.bindings ?? []).map((row) =>
        columns.map((name) => {
          const value = row[name];
          return value === undefined ? '' : plainTerm(value);
        }),
      );
      const given = (answer?.rows ?? []).map((row) => row.map(plainCell));
      expect(given.map(String).sort(), `${id}?${query}`).to.deep.equal(found.map(String).sort());
      rows += given.length;
    }
    expect(rows, 'there is something to compare').to.be.greaterThan(20);
  });
});
