/** `GET /internal/me`: who the caller is for this node. */
import { jsonAnswer } from './answer.js';
import { verifiedClaims } from '../../identity/token-verifier.js';
import type { Resource } from '../../http/request-context.js';
import type { ConsoleServices } from '../services.js';
import type { Me } from '../responses.js';

export function meRoutes(services: ConsoleServices): Resource[] {
  const { settings, dataHolder, formDefaults, labels } = services;
  return [
    {
      path: '/internal/me',
      negotiatesItself: true,
      methods: {
        GET: async (context) => {
          const { caller } = context;
          const { issuer, expiresAt } = verifiedClaims(context.header('authorization'));
          const me: Me = {
            agent: caller.agent,
            label: await labels.label(caller.agent, caller),
            internal: caller.internal,
            issuer,
            expiresAt: expiresAt?.toISOString() ?? null,
            dataHolder,
            apiVersions: formDefaults.versions,
            validation: settings.validation,
            eventPosting: settings.eventPosting,
            autoAccept: settings.autoAccept,
          };
          return jsonAnswer(context, me);
        },
      },
    },
  ];
}
