/** `standby`: follows another node for as long as it runs; `standby --promote`: ends that, so that a node can start. */
import { systemClock, uuidSource } from '../clock.js';
import { Degradations } from '../degradations.js';
import { listen } from '../http/server/server.js';
import { readTlsFiles } from '../http/server/tls-files.js';
import { createLog } from '../log/log.js';
import { write } from '../log/standard-streams.js';
import { OutboundTls } from '../outbound/tls.js';
import { isLoopback, type Settings, SettingsError } from '../settings/settings.js';
import { Primary } from '../standby/primary.js';
import { promote } from '../standby/promotion.js';
import { Standby } from '../standby/standby.js';
import { StandbyStore } from '../standby/standby-store.js';
import { statusPages } from '../standby/status-pages.js';
import { dateTimeText } from '../store/commit-time.js';
import { storeFolder } from './store-folder.js';

/** The time for the primary to answer. */
const ANSWER_MS = 5_000;

/**
 * Follows the node at `STANDBY_OF` until SIGTERM or SIGINT.
 *
 * @throws SettingsError for a wrong setting or a primary with another `BASE_URL`, StoreError for a folder with another
 * store.
 */
export async function standby(settings: Settings): Promise<void> {
  const folder = storeFolder('standby', settings);
  const { standbyOf: url, standbySecret: secret, baseUrl } = settings;
  if (url === undefined) throw new SettingsError('STANDBY_OF is needed: the address of the node to follow');
  if (secret === undefined) throw new SettingsError('STANDBY_SECRET is needed: that of the node to follow');
  if (baseUrl === undefined) throw new SettingsError('BASE_URL is needed with PORT=0: that of the node to follow');
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, degradations: new Degradations() });
  const primary = new Primary({ url, secret, tls: await OutboundTls.read(settings.outboundFiles) });
  if (url.startsWith('http:') && !isLoopback(url))
    log.warn(
      { primary: url },
      'STANDBY_OF is no https URL: the whole store, keys included, crosses the network in the clear',
    );
  const listener = await listen(settings.port, settings.host, await readTlsFiles(settings));
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      log.info({ signal }, 'stopping');
      stopping.abort();
    });
  try {
    const store = await StandbyStore.open({ folder, primary: url, base: baseUrl, name: uuidSource.next() });
    try {
      const running = new Standby({ primary, store, clock: systemClock, random: Math.random, log });
      const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
      await write(`standby of ${url}, its status is at port ${String(listener.port)}\n`);
      listener.serve(statusPages({ standby: running, store, primary: url, basePath, clock: systemClock }));
      await running.run(stopping.signal);
    } finally {
      await store.close();
    }
  } finally {
    await listener.close();
  }
}

/**
 * Makes the standby in the folder of `STORE_URL` the store of a node.
 *
 * @param isForced although its primary answers.
 * @returns the report for the operator.
 * @throws SettingsError, StoreError as `promote`.
 */
export async function promoteStandby(isForced: boolean, settings: Settings): Promise<string> {
  const folder = storeFolder('standby', settings);
  const tls = await OutboundTls.read(settings.outboundFiles);
  const answers = (url: string): Promise<boolean> =>
    new Primary({ url, secret: '', tls }).answers(AbortSignal.timeout(ANSWER_MS));
  const { primary, sequence, time } = await promote(folder, isForced ? undefined : answers);
  return `the store in ${folder} is that of a node from now on: commit ${String(sequence)} of ${dateTimeText(time)}, all that came from ${primary}; make sure that ${primary} does not start again, then start this node`;
}
