/** The example exchange in a node under test. */
import type { SampleMessage, SampleNode, SampleServer } from '../../src/console/sample-node.js';
import { sampleContext } from '../../src/console/sample-payloads.js';
import { tokenFor } from './exchange.js';
import { Party, type TestNode } from './node.js';

/**
 * The argument of `createSample`.
 *
 * @param server of the partner with late notifications; without it the example is the one from a browser.
 */
export const sampleNode = (
  node: Pick<TestNode, 'url' | 'party'>,
  server?: SampleServer,
  messages?: readonly SampleMessage[],
): SampleNode => ({
  base: node.url,
  server,
  messages,
  party: async (client, agent) => {
    const party =
      agent === undefined ? await node.party(client) : new Party(node.url, agent, await tokenFor(node.url, agent));
    return {
      send: async (method, address, body) => {
        const sent =
          typeof body === 'string'
            ? { body, headers: { 'Content-Type': 'application/xml' } }
            : body === undefined
              ? {}
              : { body: { '@context': sampleContext, ...body } };
        const { status, headers, json } = await party.send(method, address, sent);
        return { status, location: headers.get('location'), body: json };
      },
    };
  },
});
