/** `check-engine`: checks whether the SPARQL engine of the settings is suitable. */
import { pino } from 'pino';
import { uuidSource } from '../clock.js';
import { OutboundTls } from '../outbound/tls.js';
import { type Settings, SettingsError } from '../settings/settings.js';
import { CheckBench, engineChecks } from '../sparql/engine/engine-checks.js';
import { EngineClient, EngineError } from '../sparql/engine/engine-client.js';
import { Progress } from './progress.js';

/**
 * Runs the command.
 *
 * @returns the table for the operator.
 * @throws SettingsError without an engine, and for an unsuitable one with the table in its message.
 */
export async function checkEngine({ sparqlEngine, outboundFiles }: Settings): Promise<string> {
  if (sparqlEngine === undefined) throw new SettingsError('SPARQL_ENGINE_URL is needed: it names the engine to check');
  const engine = new EngineClient(sparqlEngine, {
    log: pino({ level: 'silent' }),
    tls: await OutboundTls.read(outboundFiles),
  });
  const bench = new CheckBench(engine, `urn:x-cargograph:check:${uuidSource.next()}`);
  const progress = new Progress();
  const lines: string[] = [];
  let failed = 0;
  try {
    for (const { name, isNeeded, run } of engineChecks) {
      progress.show(name);
      const problem = await run(bench).catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        if (error.reason === 'unreachable' || error.reason === 'credentials') {
          throw new SettingsError(`SPARQL_ENGINE_URL: ${error.message}`, { cause: error });
        }
        return error.message;
      });
      if (problem !== undefined && isNeeded) failed += 1;
      const verdict = problem === undefined ? 'yes ' : isNeeded ? 'NO  ' : 'no  ';
      lines.push(`${verdict}${name}${problem === undefined ? '' : `: ${problem}`}`);
    }
  } finally {
    progress.end();
    await bench.clean();
    await engine.close();
  }
  const table = lines.join('\n');
  if (failed === 0) return `${table}\nthis engine is suitable`;
  throw new SettingsError(`${table}\nthis engine is not suitable: it fails ${failed} requirements`);
}
