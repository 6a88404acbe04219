/** `new-log --reason <text>`: begins another epoch of the log of proofs, while no node runs (P21, P24). */
import { systemClock } from '../clock.js';
import { beginEpoch } from '../proof-log/proof-log.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { StoreError } from '../store/store-error.js';
import { withCommandStore } from './command-store.js';

/** Characters of a reason. */
const MAX_REASON = 500;

/**
 * Runs the command.
 *
 * @returns the report for the operator.
 * @throws SettingsError for a wrong setting or reason, StoreError for a store that a node runs on.
 */
export async function newLog(reason: string, settings: Settings): Promise<string> {
  const text = reason.trim();
  if (text === '' || text.length > MAX_REASON || /\p{Cc}/u.test(text))
    throw new SettingsError(`--reason must be a line of at most ${MAX_REASON} characters`);
  if (!settings.proofs.isOn) throw new SettingsError('PROOF_LOG is false: there is no log to begin');
  return withCommandStore('new-log', settings, async ({ store, uris, dataHolder }) => {
    if (store.otherProcesses > 0)
      throw new StoreError('STORE_URL: nodes run on this database, or have until a few seconds ago: stop them first');
    const origin = await beginEpoch({ settings, store, uris, dataHolder, clock: systemClock }, text);
    return `the log of proofs is ${origin} from now on`;
  });
}
