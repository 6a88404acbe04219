/** The process of a node: its log, its signals, and uncaught errors. */
import { systemClock, uuidSource } from '../clock.js';
import { Degradations } from '../degradations.js';
import { createLog } from '../log/log.js';
import { listeningLine, startHint } from './listening-line.js';
import { type RunningNode, startNode } from '../start.js';
import { isWriteToClosedConnection } from '../store/postgres/driver-defect.js';
import { write } from '../log/standard-streams.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { isTracingConfigured, startTracing, type Tracing } from '../tracing/opentelemetry.js';

/** Time for a start to continue after a signal. */
const START_GRACE_MS = 3000;
/** Time for a node to stop after an uncaught error; requests in flight get 10 s of it. */
const STOP_GRACE_MS = 20_000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Starts a node, and stops it with exit code 0 on SIGTERM or SIGINT (operator contract). A second signal ends the
 * process at once, as does the first one if the start hangs. An uncaught error stops the node with exit code 1, because
 * its state is unknown, except for a known defect of the database's driver; a supervisor restarts the process.
 *
 * @throws SettingsError, StoreError, or an error of the system if it cannot start.
 */
export async function serve(settings: Settings): Promise<void> {
  const degradations = new Degradations();
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, degradations });
  const started: { node?: RunningNode; tracing?: Tracing } = {};
  let isStopping = false;

  /** Ends the process with the signal itself: `process.exit` waits for the threads of libuv, which may hang. */
  const killProcess = (signal: NodeJS.Signals, reason: string): void => {
    log.fatal({ signal }, reason);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // As PID 1 of a container, a process ignores its own signal.
    setImmediate(() => process.exit(1));
  };

  const stop = async (running: RunningNode, exitCode: number): Promise<void> => {
    isStopping = true;
    try {
      await running.stop();
      await started.tracing?.stop();
      process.exit(exitCode);
    } catch (error) {
      log.fatal({ err: error }, 'the node could not be stopped cleanly');
      process.exit(1);
    }
  };

  process.removeAllListeners('uncaughtException').on('uncaughtException', (error, origin) => {
    if (isWriteToClosedConnection(error)) {
      log.warn({ err: error }, 'a connection to the database was closed during a write');
      return;
    }
    log.fatal({ err: error, origin }, 'an error was not handled; the process ends and must be restarted');
    if (isStopping) return;
    if (started.node === undefined) process.exit(1);
    setTimeout(() => process.exit(1), STOP_GRACE_MS).unref();
    void stop(started.node, 1);
  });

  const start = async (): Promise<RunningNode> => {
    if (isTracingConfigured(process.env)) started.tracing = await loadTracing();
    return startNode(settings, {
      clock: systemClock,
      ids: uuidSource,
      random: Math.random,
      log,
      degradations,
      tracer: started.tracing?.tracer,
    });
  };
  const starting = start();

  let signalled = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (signalled) {
        killProcess(signal, 'a second signal: the process ends at once');
        return;
      }
      signalled = true;
      if (isStopping) return;
      log.info({ signal }, 'stopping');
      const grace = setTimeout(() => {
        killProcess(signal, 'the start did not finish after a signal: the process ends at once');
      }, START_GRACE_MS);
      void starting.then(
        (running) => {
          clearTimeout(grace);
          return isStopping ? undefined : stop(running, 0);
        },
        // The caller of `serve` reports the reason.
        () => {
          clearTimeout(grace);
        },
      );
    });
  }

  // Listens from the start: without a listener, a SIGHUP during the opening of the store would end the process.
  const { extraCaFile, certFile } = settings.outboundFiles;
  if (settings.tls !== undefined || extraCaFile !== undefined || certFile !== undefined) {
    process.on('SIGHUP', () => {
      void starting
        .then((running) => running.reloadCertificates())
        .then(
          () => {
            log.info('the certificates have been reloaded');
          },
          (error: unknown) => {
            log.error({ err: error }, 'the new certificates cannot be used; the node keeps the present ones');
          },
        );
    });
  }

  const running = await starting;
  started.node = running;
  const hint = settings.production ? '' : startHint({ ...running, console: settings.console.isOn });
  write(`${listeningLine({ ...running, host: settings.host })}\n${hint}`).catch((error: unknown) => {
    log.warn({ err: error }, 'standard output cannot be written; the node continues');
  });
}

/** @throws SettingsError if the SDK rejects its variables. */
async function loadTracing(): Promise<Tracing> {
  try {
    return await startTracing(process.env);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`OTEL_*: tracing cannot be started, set OTEL_SDK_DISABLED=true or repair it: ${reason}`, {
      cause,
    });
  }
}
