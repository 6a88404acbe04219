/** The curl commands that send and read documents; the token is `$TOKEN`, never its value. */
import type { ValidationAnswer } from '../../src/console/responses.js';
import { config } from '../core/index.js';

const END = 'END_OF_DOCUMENT';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The method and address that accept this kind of document. */
function target(kind: ValidationAnswer['kind'], object: string): readonly [method: string, address: string] {
  const { base } = config();
  switch (kind) {
    case 'object':
      return ['POST', `${base}/logistics-objects`];
    case 'event':
      return ['POST', `${object}/logistics-events`];
    case 'change':
      return ['PATCH', object];
    case 'verification':
      return ['POST', object];
    case 'subscription':
      return ['POST', `${base}/subscriptions`];
    case 'access-delegation':
      return ['POST', `${base}/access-delegations`];
    case 'notification':
      return ['POST', `${base}/notifications`];
  }
}

/** The command that reads an address as this media type. */
export const curlOfReading = (type: string, address: string): string =>
  `curl -H "Authorization: Bearer $TOKEN" -H ${quoted(`Accept: ${type}`)} ${quoted(address)}`;

export function curlOf(kind: ValidationAnswer['kind'], object: string, body: string): string {
  const [method, address] = target(kind, object);
  // A line of the document must not end the here-document.
  const end = body.split('\n').includes(END) ? `${END}_${body.length}` : END;
  return [
    `curl -X ${method} ${quoted(address)} \\`,
    `  -H "Authorization: Bearer $TOKEN" \\`,
    `  -H 'Content-Type: application/ld+json' \\`,
    `  --data-binary @- <<'${end}'`,
    body,
    end,
  ].join('\n');
}
