/**
 * `npm run mutation`: changes the code in small ways, one at a time, and counts which changes the tests notice. Of each area of
 * areas.ts it draws as many mutants as `--draw` says, by `--seed`. It ends with 1 if the tests notice less than 85 % in any.
 *
 * `-- --area access` runs the areas whose name has the word, `-- --mutant 1204` one mutant, `-- --stages 1` only the
 * first tests, which gives a lower bound, and `-- --processes 4` says how many processes run side by side.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Area, areas } from './areas.js';
import { makeSandbox, type Mutant, type Sandbox } from './sandbox.js';
import { type Outcome, Trial, type Verdict } from './trial.js';

/** Percent of the mutants that have to be noticed. */
const ENOUGH = 85;

const { values } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    mutant: { type: 'string', multiple: true },
    draw: { type: 'string', default: '220' },
    seed: { type: 'string', default: '27' },
    stages: { type: 'string', default: '4' },
    processes: { type: 'string', default: '2' },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The same mutants for the same seed, whatever has changed in other places. */
function drawn(mutants: readonly Mutant[]): Mutant[] {
  if (values.mutant !== undefined) return mutants.filter(({ id }) => values.mutant?.includes(id));
  const rank = ({ place, change }: Mutant): string =>
    createHash('sha256').update(`${values.seed} ${place} ${change}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, Number(values.draw))
    .map(({ mutant }) => mutant);
}

const isNoticed = ({ outcome }: Verdict): boolean => outcome === 'killed' || outcome === 'timeout';

/** Runs mutants against the files of a stage, so many batches at a time. */
async function stageOf(sandbox: Sandbox, files: readonly string[], mutants: readonly Mutant[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const trial = await Trial.of(sandbox, files, (verdict) => {
    verdicts.push(verdict);
    const { mutant, outcome, by } = verdict;
    const why = by === undefined ? '' : ` (${by})`;
    print(`${verdicts.length}/${mutants.length} ${outcome} #${mutant.id} ${mutant.place} ${mutant.change}${why}`);
  });
  print(`${files.join(', ')}: ${mutants.length} mutants, ${trial.tests} tests`);
  const batches = trial.batches(mutants).values();
  const processes = Array.from({ length: Number(values.processes) }, async () => {
    for (const batch of batches) await batch();
  });
  await Promise.all(processes);
  return verdicts;
}

async function verdictsOf(sandbox: Sandbox, area: Area): Promise<Verdict[]> {
  const all = sandbox.mutants.filter((mutant) => mutant.area === area.name);
  const verdicts = new Map<string, Verdict>();
  let left = drawn(all);
  print(`\n${area.name}: ${left.length} of ${all.length} mutants`);
  for (const files of area.stages.slice(0, Number(values.stages))) {
    for (const verdict of await stageOf(sandbox, files, left)) {
      const { outcome } = verdicts.get(verdict.mutant.id) ?? {};
      // What an earlier stage reached is not unreached.
      const isReached = outcome === 'survived' && verdict.outcome === 'not reached';
      if (!isReached) verdicts.set(verdict.mutant.id, verdict);
    }
    left = [...verdicts.values()].filter((verdict) => !isNoticed(verdict)).map(({ mutant }) => mutant);
    if (left.length === 0) break;
  }
  return [...verdicts.values()];
}

const chosen = areas.filter(({ name }) => name.includes(values.area));
const sandbox = await makeSandbox(chosen);
process.on('exit', () => {
  rmSync(sandbox.folder, { recursive: true, force: true });
});
process.on('SIGINT', () => process.exit(1));

const rows: string[] = [];
for (const area of chosen) {
  const verdicts = await verdictsOf(sandbox, area);
  const count = (outcome: Outcome): number => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const missed = verdicts.filter((verdict) => !isNoticed(verdict));
  const percent = (100 * (verdicts.length - missed.length)) / verdicts.length;
  if (percent < ENOUGH) process.exitCode = 1;
  rows.push(
    `| ${area.name} | ${verdicts.length} | ${count('killed')} | ${count('timeout')} | ${count('survived')} | ${count('not reached')} | ${percent.toFixed(1)} % |`,
  );
  print(`\n${area.name}: not noticed`);
  const byPlace = (a: Verdict, b: Verdict): number =>
    a.mutant.place.localeCompare(b.mutant.place, 'en', { numeric: true });
  for (const { mutant, outcome } of missed.sort(byPlace))
    print(`- #${mutant.id} ${mutant.place} ${mutant.change}${outcome === 'survived' ? '' : ' (not reached)'}`);
}
print(`\nseed ${values.seed}\n\n| area | mutants | killed | timeouts | survived | not reached | noticed |`);
print('| --- | --- | --- | --- | --- | --- | --- |');
for (const row of rows) print(row);
