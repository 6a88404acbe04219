/**
 * `npm run mutation`: changes the code in small ways, one at a time, and counts which changes the tests notice. Of each area of
 * areas.ts it draws as many mutants as `--draw` says, by `--seed`. It ends with 1 if the tests notice less than 85 % in any.
 *
 * `-- --area access` runs the areas whose name has the word, `-- --mutant 1204` one mutant, and `-- --processes 4` says how
 * many processes run side by side.
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

/** Runs the mutants of an area, so many batches at a time. */
async function verdictsOf(sandbox: Sandbox, area: Area): Promise<Verdict[]> {
  const all = sandbox.mutants.filter((mutant) => mutant.area === area.name);
  const mutants = drawn(all);
  const verdicts: Verdict[] = [];
  const trial = await Trial.of(sandbox, area, (verdict) => {
    verdicts.push(verdict);
    const { mutant, outcome, by } = verdict;
    print(
      `${verdicts.length}/${mutants.length} ${outcome} #${mutant.id} ${mutant.place} ${mutant.change}${by === undefined ? '' : ` (${by})`}`,
    );
  });
  print(`${area.name}: ${mutants.length} of ${all.length} mutants, ${trial.tests} tests`);
  const batches = trial.batches(mutants).values();
  const processes = Array.from({ length: Number(values.processes) }, async () => {
    for (const batch of batches) await batch();
  });
  await Promise.all(processes);
  return verdicts;
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
  const missed = verdicts.filter(({ outcome }) => outcome === 'survived' || outcome === 'not reached');
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
