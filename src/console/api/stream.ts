/** `GET /internal/stream`: changes, as Server-Sent Events. */
import { ServiceError } from '../../errors.js';
import { requireAcceptable } from '../../http/representation/media-ranges.js';
import type { HandlerResult, RequestContext } from '../../http/request-context.js';
import { verifiedClaims } from '../../identity/token-verifier.js';
import { string } from '../../openapi/json-ld.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import { exampleIds } from '../../openapi/section.js';
import type { Iri } from '../../rdf/terms.js';
import { followChanges } from '../change-stream.js';
import { Changes } from '../changes.js';
import type { ConsoleServices } from '../services.js';
import { StreamPositions } from '../stream-positions.js';

/** Maximum number of open streams of one agent: a browser has one, whatever its number of tabs. */
const MAX_STREAMS = 20;
/** The longest delay of `setTimeout`. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export function streamChanges(services: ConsoleServices): DeclaredOperation {
  const { store, clock, ids } = services;
  const changes = new Changes(services);
  const positions = new StreamPositions(ids.next(), store);
  const open = new Map<Iri, number>();

  /** The sequence that the caller already has; NaN for a sequence of another epoch. */
  function lastOf(context: RequestContext): number | undefined {
    const text = context.header('last-event-id');
    if (text === undefined || text === '') return undefined;
    return positions.sequenceOf(text);
  }

  function stream(context: RequestContext): Promise<HandlerResult> {
    requireAcceptable(context.header('accept'), 'text/event-stream');
    const { caller } = context;
    const { agent } = caller;
    if ((open.get(agent) ?? 0) >= MAX_STREAMS) {
      const message = `an agent may have at most ${MAX_STREAMS} open streams`;
      throw new ServiceError('too-many-requests', message, { headers: { 'Retry-After': '60' } });
    }
    const cursor = store.follow(lastOf(context));
    const { expiresAt } = verifiedClaims(context.header('authorization'));
    return Promise.resolve({
      kind: 'event-stream',
      subscribe: (emit, fail, end) => {
        open.set(agent, (open.get(agent) ?? 0) + 1);
        const stopping = new AbortController();
        followChanges(cursor, { changes, positions, caller, emit }, stopping.signal).catch(fail);
        const rest = expiresAt === undefined ? MAX_DELAY_MS : expiresAt.getTime() - clock.now().getTime();
        // The stream ends when the caller's token expires.
        const expiry = setTimeout(end, Math.min(Math.max(rest, 0), MAX_DELAY_MS));
        return () => {
          clearTimeout(expiry);
          stopping.abort();
          const others = (open.get(agent) ?? 1) - 1;
          if (others === 0) open.delete(agent);
          else open.set(agent, others);
        };
      },
    });
  }

  return operation({
    method: 'GET',
    path: '/internal/stream',
    id: 'streamChanges',
    summary: 'Stream changes',
    description:
      'Server-Sent Events named `changed`: the kind (`object`, `event`, `request`, `access`; for internal agents also `delivery`, `notification`) and URI of each changed resource that the caller may read. For internal agents, `mirror` has the state of a follow when it changes. `ready` opens the stream. `reset` means that changes were missed: reload displayed data. The id names the commit after which `Last-Event-ID` resumes; an id from before a restart of the node, or of another node, gets `reset`. The stream ends when the token expires.',
    accessLevel: 'authenticated',
    headers: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The id of the last event that the caller received.',
        schema: string,
      },
    ],
    negotiatesItself: true,
    responses: (node) => {
      const start = '0b1d7f52-3a5c-4c0e-9e57-6f2f3a1c8d40-0';
      const change = JSON.stringify({ kind: 'object', uri: node.uri(exampleIds.piece) });
      const example = `id: 13-${start}\nevent: ready\ndata: {}\n\nid: 14-${start}\nevent: changed\ndata: ${change}\n\n`;
      return {
        200: content(
          'The stream, until the caller closes the connection.',
          'text/event-stream',
          { schema: string, example },
          ['Cache-Control'],
        ),
      };
    },
    handle: stream,
  });
}
