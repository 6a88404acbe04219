/** `GET /internal/me`: the caller's identity and role at this node. */
import { apiVersions } from '../../api-versions.js';
import { verifiedClaims } from '../../identity/token-verifier.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import { exampleIds } from '../../openapi/section.js';
import { me } from '../responses/node.js';
import type { ConsoleServices } from '../services.js';

export const getMe = ({ settings, dataHolder, formDefaults, labels }: ConsoleServices): DeclaredOperation =>
  jsonOperation({
    method: 'GET',
    path: '/internal/me',
    id: 'getMe',
    summary: "Read the caller's identity and role",
    accessLevel: 'authenticated',
    answers: {
      description: 'The caller.',
      schema: me,
      example: (node) => ({
        agent: node.uri(exampleIds.airline),
        label: 'Example Air',
        internal: false,
        issuer: node.uri('/dev-idp'),
        expiresAt: '2026-03-01T11:00:00.000Z',
        dataHolder: node.uri(exampleIds.holder),
        apiVersions,
        validation: 'strict' as const,
        eventPosting: 'acl' as const,
        autoAccept: 'none' as const,
        mirror: false,
        log: true,
      }),
    },
    handle: async (context) => {
      const { caller } = context;
      const { issuer, expiresAt } = verifiedClaims(context.header('authorization'));
      const { validation, eventPosting, autoAccept } = settings;
      const answer = {
        agent: caller.agent,
        label: await labels.label(caller.agent, caller),
        internal: caller.internal,
        issuer,
        expiresAt: expiresAt?.toISOString() ?? null,
        dataHolder,
        apiVersions: formDefaults.versions,
        validation,
        eventPosting,
        autoAccept,
        mirror: caller.internal && settings.mirror.isOn,
        log: settings.proofs.isOn,
      };
      return { answer };
    },
  });
