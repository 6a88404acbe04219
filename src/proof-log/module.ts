import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes, PublicModule } from '../openapi/section.js';
import type { Services } from '../services.js';
import { keepBackfilling, type LoggedLookups } from './backfill/module.js';
import { Bundles } from './bundles.js';
import { Credentials } from './credentials/credentials.js';
import type { ErasedServices } from './erased.js';
import { proofOperations } from './operations.js';
import { logPages } from './pages.js';
import { ProofLog } from './proof-log.js';
import { tag } from './schemas.js';
import { getLogState, registerLogMetrics } from './state.js';
import { keepSigning } from './signing.js';
import { openCosigner, openWitnesses } from './witnesses/module.js';
import type { Witnesses } from './witnesses/witnesses.js';
import { witnessPages } from './witnesses/pages.js';

/** The log of a running node, with its witnesses. */
export interface RunningLog {
  readonly proofLog: ProofLog;
  readonly witnesses: Witnesses;
}

/**
 * Opens the log before anything is written, so that its start is entry 0, and signs it until the node stops.
 *
 * @returns undefined where it is switched off, and on a full disk with commits that only the store's own log has: the node
 * starts all the same, and its log is signed and served after the next start.
 */
export async function openProofLog(
  services: Services & { readonly lookups: LoggedLookups },
): Promise<RunningLog | undefined> {
  const proofLog = await ProofLog.open(services).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.kind !== 'insufficient-storage') throw error;
    services.log.error({ err: error }, 'the log of proofs is not served until the next start');
    return undefined;
  });
  if (proofLog === undefined) return undefined;
  const { checkpoints, epoch, signers } = proofLog;
  const collectMs = services.settings.proofs.checkpointMs;
  const witnesses = openWitnesses(services, { checkpoints, epoch });
  const signing = keepSigning(services, { checkpoints, epoch, signers, witnesses, collectMs });
  services.closers.push(() => signing);
  registerLogMetrics(services.metrics, services, proofLog);
  return { proofLog, witnesses };
}

/** Gives entries to what is stored without one, for as long as that takes (P51): to be called when the node serves. */
export function startBackfilling(services: Services, { proofLog }: RunningLog): void {
  const backfilling = keepBackfilling(services, proofLog.backfill);
  services.closers.push(() => backfilling);
}

/**
 * The log and its proofs over HTTP; nothing where the log is switched off.
 *
 * @throws SettingsError for an unusable key of this node as a witness.
 */
export async function createProofLog(
  services: ExchangeServices & ErasedServices,
  running: RunningLog | undefined,
  authenticate: (authorization: string | undefined) => Promise<Caller>,
): Promise<ModuleRoutes & { readonly pages: readonly PublicModule[] }> {
  if (running === undefined) return { resources: [], sections: [], pages: [] };
  const { proofLog, witnesses } = running;
  const bundles = new Bundles(services, proofLog);
  const [signer] = proofLog.signers;
  return {
    ...moduleRoutes(tag, [
      ...proofOperations(services, bundles, new Credentials(services, bundles, signer)),
      getLogState(services, proofLog, witnesses),
    ]),
    pages: [witnessPages(await openCosigner(services)), ...logPages({ ...services, proofLog, bundles, authenticate })],
  };
}
