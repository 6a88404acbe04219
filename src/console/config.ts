/** The configuration of the console before sign-in, at `/console/config.json`. */
import type { Services } from '../services.js';
import { programVersion } from '../version.js';
import type { ConsoleConfig } from './responses.js';

export function consoleConfig({ settings, uris, vocabulary }: Services): ConsoleConfig {
  const { api, cargo, codeLists } = vocabulary.namespaces;
  return {
    base: uris.base,
    version: programVersion(),
    namespaces: { api, cargo, codeLists },
    devIdp: settings.devIdp,
    login: settings.console.login.map(({ name, issuer, clientId, scope, audience }) => ({
      name,
      issuer,
      clientId,
      scope,
      ...(audience !== undefined && { audience }),
    })),
  };
}
