/** The example exchange in a node of a test. */
import type { SampleNode } from '../../src/console/sample.js';
import { sampleContext } from '../../src/console/sample-payloads.js';
import { tokenFor } from './exchange.js';
import { Party, type TestNode } from './node.js';

/** What `createSample` calls. */
export const sampleNode = (node: TestNode): SampleNode => ({
  base: node.url,
  party: async (client, agent) => {
    const party =
      agent === undefined ? await node.party(client) : new Party(node.url, agent, await tokenFor(node.url, agent));
    return {
      send: async (method, address, body) => {
        const sent = body === undefined ? {} : { body: { '@context': sampleContext, ...body } };
        const { status, headers, json } = await party.send(method, address, sent);
        return { status, location: headers.get('location'), body: json };
      },
    };
  },
});
