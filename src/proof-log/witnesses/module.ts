/** Creates both sides of witnessing: who cosigns this log, and this node as a witness of others. */
import { OutboundClient } from '../../outbound/http-client.js';
import { COSIGNATURE, NoteSigner, writeVkey } from '../../proofs/format/note.js';
import type { Services } from '../../services.js';
import type { Checkpoints } from '../checkpoints.js';
import { type Epoch, hostOf } from '../epochs.js';
import { readKeyFile, storedKey } from '../keys.js';
import { Cosigner } from './cosigner.js';
import { Witnesses } from './witnesses.js';

/** The largest answer of a witness that is read. */
const MAX_BYTES = 64 * 1024;

/** The witnesses of the log, with their metrics. */
export function openWitnesses(
  services: Services,
  log: { readonly checkpoints: Checkpoints; readonly epoch: Epoch },
): Witnesses {
  const { log: logger, tracer, outboundTls: tls, overrides, metrics, closers } = services;
  // The operator names the addresses: they may be private.
  const client = OutboundClient.unrestricted({ log: logger, tracer, tls, ...overrides.outbound, maxBytes: MAX_BYTES });
  closers.push(() => client.close());
  const witnesses = new Witnesses(services, client, log);
  metrics.add(
    {
      name: 'log_forked',
      help: 'Whether a witness has seen another history of the log of proofs, so that nothing more is signed: 1 or 0.',
      read: () => (witnesses.isForked ? 1 : 0),
    },
    {
      name: 'log_witness_age_seconds',
      help: 'The time since a witness last cosigned the log of proofs.',
      labels: ['witness'],
      read: () =>
        witnesses
          .ages()
          .flatMap(({ key: { name }, seconds }) =>
            seconds === undefined ? [] : [{ labels: { witness: name }, value: seconds }],
          ),
    },
  );
  return witnesses;
}

/**
 * This node as a witness; undefined where it cosigns nobody.
 *
 * @throws SettingsError for an unusable key.
 */
export async function openCosigner(services: Services): Promise<Cosigner | undefined> {
  const { settings, uris, store, clock, log } = services;
  const { witnessed, witnessKeyFile } = settings.proofs;
  if (witnessed.length === 0) return undefined;
  const key =
    witnessKeyFile === undefined
      ? await storedKey(store, uris.logLock, 'witness-key')
      : await readKeyFile('PROOF_WITNESS_KEY_FILE', witnessKeyFile);
  const signer = new NoteSigner(`${hostOf(uris.base)}/log/witness`, COSIGNATURE, key);
  log.info({ key: writeVkey(signer.key) }, "this node cosigns partners' logs with this key");
  return new Cosigner({ store, clock, lockKey: uris.logLock }, signer, witnessed);
}
