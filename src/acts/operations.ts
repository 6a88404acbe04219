/** `POST /internal/acts/preview` and `POST /internal/acts` (K44, K45). */
import { ServiceError } from '../errors.js';
import { stateOf } from '../http/conditions.js';
import type { RequestContext } from '../http/request-context.js';
import { jsonBodyOf, jsonOperation } from '../openapi/json-operation.js';
import type { DeclaredOperation } from '../openapi/operation.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import { AnsweredBefore } from '../transactions.js';
import { type Act, actBody, actNames, readAct } from './act.js';
import type { Acts, AskedAct } from './acts.js';
import type { ActOutcome } from './metrics.js';
import { actPreview, type ActPreview, actResult } from './schemas.js';

const body = jsonBodyOf(
  actBody,
  `{"act": "${actNames.join(' | ')}", "object": "<URI>", "agents": ["<URI>"]} with the members of the act`,
  (node) => ({
    act: 'give-access',
    object: node.uri(exampleIds.piece),
    agents: ['https://gha.example.com/logistics-objects/gha'],
    permissions: ['GET_LOGISTICS_OBJECT'],
  }),
);

const previewExample = (node: DescriptionContext): ActPreview => ({
  digest: 'q3dGWjm1e8CkzZlTqfPb2A',
  possible: true,
  objects: [
    {
      ...{ uri: node.uri(exampleIds.piece), type: `${node.namespaces.cargo}Piece`, label: 'Oranges' },
      ...{ effect: 'changes', why: null },
    },
  ],
  requests: [],
  counts: { changes: 1, same: 0, refused: 0 },
  falls: [],
  rejects: [],
  more: false,
});

type Count = (act: (typeof actNames)[number], result: ActOutcome) => void;

export function actOperations(acts: Acts, count: Count): DeclaredOperation[] {
  const preview = jsonOperation({
    method: 'POST',
    path: '/internal/acts/preview',
    id: 'previewAct',
    summary: 'Preview an act on a whole shipment',
    description:
      'Access, subscriptions or decisions for all objects that a shipment consists of: at most 1,000, otherwise 422 with the number. Nothing is stored.',
    accessLevel: 'internal',
    body: body.describe,
    errors: [404, 422],
    answers: {
      description: 'What the act would change. Its `digest` is the `If-Match` of the act.',
      schema: actPreview,
      isUntagged: true,
      example: previewExample,
    },
    handle: async (context) => ({ answer: await acts.preview(await askedIn(context), context.caller) }),
  });

  const perform = jsonOperation({
    method: 'POST',
    path: '/internal/acts',
    id: 'performAct',
    summary: 'Act on a whole shipment',
    description:
      'With `If-Match: "<digest>"` of a preview it does what was shown, or nothing: 412 if something has changed since. One transaction; `decide` makes each decision in its own, and one that fails does not stop the rest.',
    isIdempotent: true,
    accessLevel: 'internal',
    body: body.describe,
    errors: [404, 422],
    answers: {
      description: 'What was done.',
      schema: actResult,
      isUntagged: true,
      example: (node) => ({ done: 1, results: [{ uri: node.uri(exampleIds.piece), status: 'changes' }] }),
    },
    handle: async (context) => {
      const assertSame = context.preconditionsOfBody(({ digest }: ActPreview) => stateOf(digest));
      const asked = await askedIn(context);
      const name = nameOf(asked.act);
      try {
        const answer = await acts.perform(asked, context.caller, assertSame);
        count(name, 'done');
        return { answer };
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500)
          count(name, error.kind === 'precondition-failed' ? 'changed' : 'refused');
        else if (error instanceof AnsweredBefore) count(name, 'done');
        throw error;
      }
    },
  });

  return [preview, perform];
}

/** An act by its name in a body. */
const nameOf = ({ act }: Act): (typeof actNames)[number] => (act === 'subscribe-to-type' ? 'subscribe' : act);

async function askedIn(context: RequestContext): Promise<AskedAct> {
  const read = await body.read(context);
  return { act: readAct(read), body: read };
}
