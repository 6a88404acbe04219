/** Messages written from the objects that a message makes, without a node. */
import { finish } from '../../src/async/turns.js';
import type { Description } from '../../src/messages/describe.js';
import type { Mappings, MessageType } from '../../src/messages/mapping/mappings.js';
import { branchesOf } from '../../src/messages/writing/branches.js';
import { Gathering, type ReadEvent } from '../../src/messages/writing/gather.js';
import { writeMessage, type WriteOptions, type WrittenMessage } from '../../src/messages/writing/write-message.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { type Iri, iri, node, type Term, triple } from '../../src/rdf/terms.js';
import { base, mappingOf } from './support.js';

const at = new Date('2021-03-10T12:00:00.250Z');

export const options: WriteOptions = {
  version: '5.00',
  timeZone: 'UTC',
  sender: { scheme: 'C', id: 'CARGOGRAPH' },
  recipient: { scheme: 'P', id: 'REUAGT12/FRA01' },
};

/** Writes a message from the objects and events of a description. */
export async function written(
  { waybill, objects, events }: Description,
  type: MessageType,
  mappings: Mappings,
  changes: Partial<WriteOptions> & { readonly unreadable?: (uri: Iri) => boolean } = {},
): Promise<WrittenMessage> {
  const mapping = mappingOf(mappings, type);
  const graphs = new Map(objects.map(({ uri, quads }): [Iri, Graph] => [uri, graphOf(quads)]));
  const read = events.map(({ node: root, quads }, index): ReadEvent => {
    const uri = iri(`${base}/logistics-objects/shipment/logistics-events/${index}`);
    const named = <Kind extends Term>(term: Kind): Kind | ReturnType<typeof node> =>
      term.equals(root) ? node(uri) : term;
    const data = graphOf(quads.map((quad) => triple(named(quad.subject), quad.predicate, named(quad.object))));
    return { uri, data, recordedAt: at, houses: [] };
  });
  const isUnreadable = changes.unreadable ?? ((): boolean => false);
  const branches = branchesOf(mapping, mappings);
  const gathering = new Gathering(
    {
      isObject: (uri) => /^https:\/\/1r\.example\.com\/logistics-objects\/[^/]+$/.test(uri),
      read: (uri) => {
        const data = isUnreadable(uri) ? undefined : graphs.get(uri);
        return Promise.resolve(data && { data, number: 1, createdAt: at });
      },
    },
    mappings.names,
  );
  const branch = type === 'XFHL' ? branches.waybill.children.get('masterWaybill') : branches.waybill;
  if (branch === undefined) throw new Error('no branch');
  const ulds = objects.filter(({ type: one }) => one === 'ULD').map(({ uri }) => uri);
  const gathered = await gathering.gather(
    { waybill: waybill.uri, branch, ulds: type === 'XFSU' ? ulds : [], events: read },
    branches,
  );
  return finish(writeMessage(waybill.uri, gathered, mapping, mappings, { ...options, ...changes }));
}
