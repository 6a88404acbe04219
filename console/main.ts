/** The entry point of the console: loads the configuration and the texts of the language, then the shell. */
import type { ConsoleConfig } from '../src/console/responses.js';
import './shell/return-address.js';
import { applyLanguage, applyTheme, askJson, Failure, offerLanguage, setConfig } from './core/index.js';
import './shell/app.js';

applyTheme();
offerLanguage('de', () => import('./texts/de.js'));

const app = document.querySelector('cg-app');
async function start(): Promise<void> {
  const language = applyLanguage();
  const config = await askJson<ConsoleConfig>('/console/config.json', { anonymous: true });
  await language;
  setConfig(config);
}

try {
  await start();
  app?.start();
} catch (thrown) {
  if (!(thrown instanceof Failure)) throw thrown;
  app?.fail(thrown);
}
