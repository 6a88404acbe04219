/** `retention`: prints what `RETENTION` would erase by now, and changes nothing (P45). */
import { systemClock } from '../clock.js';
import { Degradations } from '../degradations.js';
import { type Outdated, RetentionCandidates } from '../erasures/retention/candidates.js';
import { MAX_IN_RUN } from '../erasures/retention/retention.js';
import { RetentionRules } from '../erasures/retention/rules.js';
import { Revisions } from '../logistics-objects/revisions.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { readModel } from '../services.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import { Quarantine } from '../store/quarantine.js';
import { Transactions } from '../transactions.js';
import { silent } from './command-database.js';
import { withCommandStore } from './command-store.js';
import { table } from './table.js';

const VARIABLES = ['what', 'type', 'since', 'days'] as const;

/**
 * Runs the command.
 *
 * @returns the report for the operator: the first of them as a table, and how many there are.
 * @throws SettingsError without rules or for a wrong one, StoreError for a store that cannot be read.
 */
export async function retention(settings: Settings, now = systemClock.now()): Promise<string> {
  if (settings.retention.length === 0)
    throw new SettingsError('RETENTION is needed: without it nothing is erased by age');
  const model = await readModel(settings, silent);
  return withCommandStore('retention', settings, async ({ store, uris, vocabulary, lookups, dataHolder }) => {
    const rules = new RetentionRules(settings.retention, model, vocabulary);
    const quarantine = new Quarantine({ log: silent, degradations: new Degradations() });
    const parsedGraphs = new ParsedGraphs(store);
    const revisions = new Revisions(parsedGraphs, uris, vocabulary, quarantine);
    const transactions = new Transactions(store, () => Promise.resolve());
    const services = {
      store,
      uris,
      vocabulary,
      lookups,
      dataHolder,
      quarantine,
      parsedGraphs,
      revisions,
      transactions,
    };
    const candidates = new RetentionCandidates({ ...services, clock: systemClock }, rules);
    const listed: Outdated[] = [];
    let [count, held] = [0, 0];
    for await (const found of candidates.at(now)) {
      if (await candidates.isHeld(found)) {
        held += 1;
        continue;
      }
      count += 1;
      if (listed.length < MAX_IN_RUN) listed.push(found);
    }
    const rows = listed.map(({ uri, type, since, days }) => ({
      what: { type: 'uri', value: uri },
      type: { type: 'uri', value: type },
      since: { type: 'literal', value: since.toISOString() },
      days: { type: 'literal', value: String(days) },
    }));
    const sparql = { head: { vars: [...VARIABLES] }, results: { bindings: rows } };
    const runs = Math.ceil(count / MAX_IN_RUN);
    return [
      table(sparql, prefixesOf(settings.namespaces)),
      `${count} would go${runs > 1 ? `, in ${runs} runs of ${MAX_IN_RUN}: the first is shown` : ''}; ${held} under legal hold stay`,
    ].join('\n');
  });
}
