/** The entry point of the console: loads the configuration, then the shell. */
import type { ConsoleConfig } from '../src/console/responses.js';
import './shell/return-address.js';
import { applyTheme, askJson, Failure, setConfig } from './core/index.js';
import './shell/app.js';

applyTheme();

const app = document.querySelector('cg-app');
async function start(): Promise<void> {
  const config = await askJson<ConsoleConfig>('/console/config.json', { anonymous: true });
  setConfig(config);
}

try {
  await start();
  app?.start();
} catch (thrown) {
  if (!(thrown instanceof Failure)) throw thrown;
  app?.fail(thrown);
}
