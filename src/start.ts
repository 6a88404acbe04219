/** Starts and stops a node: its sockets with their certificates, its modules, and the order in which they are closed. */
import { setMaxListeners } from 'node:events';
import { type Closer, closeAll } from './closers.js';
import { codeOf } from './errors.js';
import { type AppOptions, createApp } from './http/app.js';
import { type HttpListener, listen } from './http/server/server.js';
import { readTlsFiles } from './http/server/tls-files.js';
import { createLookups } from './lookups.js';
import { createNode } from './node.js';
import { type Iri, iri } from './rdf/terms.js';
import { createVocabulary } from './rdf/vocabulary.js';
import { type NodeDependencies, type NodeOverrides, openServices } from './services.js';
import { type Settings, SettingsError } from './settings/settings.js';
import { UriScheme } from './uris.js';

/** A node that is listening. */
export interface RunningNode {
  readonly baseUrl: Iri;
  /** Of its sockets. */
  readonly port: number;
  readonly devIdp: boolean;
  /** Its resources and public routes. */
  readonly routes: Pick<AppOptions, 'resources' | 'publicRoutes'>;
  /**
   * Reloads the TLS files, including those of outgoing calls, for new connections.
   *
   * @throws Error for unreadable or invalid files; the node continues with the loaded ones.
   */
  reloadCertificates(): Promise<void>;
  /** Finishes the requests in flight, flushes and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a node: opens its sockets, then its store, and serves when both are open.
 *
 * @throws SettingsError, StoreError, or the system's error when it cannot start; nothing is left open then.
 */
export async function startNode(
  settings: Settings,
  dependencies: NodeDependencies,
  overrides: NodeOverrides = {},
): Promise<RunningNode> {
  const listener = await openSockets(settings);
  const stopping = new AbortController();
  // Each open stream and each identity provider that is checked listens to it.
  setMaxListeners(0, stopping.signal);
  const closers: Closer[] = [];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping.abort();
    // The sockets first: requests in flight need everything else.
    return (stopped ??= closeAll([...closers, () => listener.close()]));
  };
  try {
    const scheme = settings.tls === undefined ? 'http' : 'https';
    const baseUrl = iri(settings.baseUrl ?? `${scheme}://localhost:${listener.port}`);
    const lifecycle = { closers, stopping: stopping.signal };
    const [uris, vocabulary] = [new UriScheme(baseUrl), createVocabulary(settings.namespaces)];
    const { lookups, indexes } = createLookups(uris, vocabulary);
    const naming = { uris, vocabulary, indexes };
    const services = await openServices(settings, naming, dependencies, overrides, lifecycle);
    const routes = await createNode({ ...services, lookups });
    listener.serve(createApp(routes));
    void routes.checkProviders(stopping.signal);
    routes.whenServing();
    const reloadCertificates = async (): Promise<void> => {
      // All files are read before any of them is used.
      const renewed = await readTlsFiles(settings);
      const useOutbound = await services.outboundTls.reload();
      if (renewed !== undefined) listener.secure(renewed);
      useOutbound();
    };
    return { baseUrl, port: listener.port, devIdp: settings.devIdp, routes, reloadCertificates, stop };
  } catch (error) {
    await stop().catch((failure: unknown) => {
      dependencies.log.error({ err: failure }, 'the node that failed to start could not be closed');
    });
    throw error;
  }
}

/** With PORT=0. */
const MAX_PORTS_TRIED = 10;

async function openSockets(settings: Settings): Promise<HttpListener> {
  const tls = await readTlsFiles(settings);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(settings.port, settings.host, tls);
    } catch (cause) {
      if (codeOf(cause) !== 'EADDRINUSE') throw cause;
      // A port that is free on one address of the host may be in use on another.
      if (settings.port === 0 && attempt < MAX_PORTS_TRIED) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SettingsError(`PORT: ${settings.port} is in use by another program (${reason})`, { cause });
    }
  }
}
