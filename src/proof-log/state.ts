/** `GET /internal/log`: the log and its witnesses as Health shows them (P58), and the figures of the log (P48). */
import type { Metrics } from '../metrics/metrics.js';
import { jsonOperation } from '../openapi/json-operation.js';
import type { DeclaredOperation } from '../openapi/operation.js';
import type { Services } from '../services.js';
import type { ProofLog } from './proof-log.js';
import { type ProofLogState, proofLogState } from './state-schemas.js';
import type { Witnesses } from './witnesses/witnesses.js';

type StateServices = Pick<Services, 'store' | 'clock'>;

/** Metrics of the log: all nodes of a store show the same numbers. */
export function registerLogMetrics(
  metrics: Metrics,
  { store, clock }: StateServices,
  { checkpoints, epoch }: Pick<ProofLog, 'checkpoints' | 'epoch'>,
): void {
  metrics.add(
    {
      name: 'log_entries_total',
      help: 'Entries of the log of proofs, over all epochs.',
      isCounter: true,
      read: async () => [{ value: await store.proofLog.size() }],
    },
    {
      name: 'log_checkpoint_age_seconds',
      help: 'The time since the newest checkpoint of the log of proofs was signed. Nothing is signed where nothing is new.',
      read: async () => {
        const signedAt = await checkpoints.signedAt(epoch);
        return signedAt === undefined ? [] : [{ value: (clock.now().getTime() - signedAt.getTime()) / 1000 }];
      },
    },
  );
}

export function getLogState(
  { store }: StateServices,
  proofLog: ProofLog,
  witnesses: Pick<Witnesses, 'fork' | 'states'>,
): DeclaredOperation {
  const { checkpoints, epoch } = proofLog;
  return jsonOperation({
    method: 'GET',
    path: '/internal/log',
    id: 'getLogState',
    summary: 'Read the state of the log of proofs',
    description: 'Its size, its newest checkpoint, and its witnesses with their last answers.',
    accessLevel: 'internal',
    answers: {
      description: 'The state.',
      schema: proofLogState,
      example: () => ({
        origin: 'node.example/log/1',
        entries: 1204,
        checkpoint: { size: 1203, signedAt: '2026-11-22T09:30:01.000Z' },
        fork: null,
        witnesses: [
          {
            name: 'partner.example/log/witness',
            url: 'https://partner.example/log/witness/',
            cosignedAt: '2026-11-22T09:30:02.000Z',
            size: 1203,
            failedAt: null,
            error: null,
          },
        ],
      }),
    },
    handle: async () => {
      const [size, checkpoint, signedAt, states] = await Promise.all([
        store.proofLog.size(),
        checkpoints.newest(epoch),
        checkpoints.signedAt(epoch),
        witnesses.states(),
      ]);
      const answer: ProofLogState = {
        origin: epoch.origin,
        entries: size - epoch.start,
        checkpoint: checkpoint === undefined ? null : { size: checkpoint.size, signedAt: textOf(signedAt) },
        fork: witnesses.fork ?? null,
        witnesses: states.map(({ name, url, cosigned, failure }) => ({
          name,
          url,
          cosignedAt: textOf(cosigned?.at),
          size: cosigned?.size ?? null,
          failedAt: textOf(failure?.at),
          error: failure?.message ?? null,
        })),
      };
      return { answer };
    },
  });
}

const textOf = (time: Date | undefined): string | null => time?.toISOString() ?? null;
