/** The stream of changes. */
import { string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { content } from '../../openapi/responses.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';

export function stream(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const start = '0b1d7f52-3a5c-4c0e-9e57-6f2f3a1c8d40-0';
  const change = JSON.stringify({ kind: 'object', uri: node.uri(exampleIds.piece) });
  return {
    paths: {
      '/internal/stream': address(
        { tag, security: node.security },
        {
          get: {
            id: 'streamChanges',
            summary: 'Stream what changes',
            description:
              'Server-Sent Events named `changed`: the kind (`object`, `event`, `request`, `access`; for internal agents also `delivery`, `notification`) and URI of what the caller may see. `ready` begins the stream. `reset` says that changes were missed: what is shown has to be asked for again. The id names the commit, from which `Last-Event-ID` goes on; one of before a restart of the node, or of another node, gets `reset`. The stream ends with the token.',
            accessLevel: 'authenticated',
            parameters: [
              {
                name: 'Last-Event-ID',
                in: 'header',
                description: 'The id of the last event that the caller has.',
                schema: { type: 'string' },
              },
            ],
            responses: {
              200: content(
                'The stream, until the caller closes the connection.',
                'text/event-stream',
                {
                  schema: string,
                  example: `id: 13-${start}\nevent: ready\ndata: {}\n\nid: 14-${start}\nevent: changed\ndata: ${change}\n\n`,
                },
                ['Cache-Control'],
              ),
            },
            errors: [400],
          },
        },
      ),
    },
  };
}
