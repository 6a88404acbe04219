/** Reads a message: what it says of its waybill, and what became of each of its values. */
import type { Steps } from '../../async/turns.js';
import { ServiceError } from '../../errors.js';
import { type Mappings, type MessageMapping, messageTypes, type MessageType } from '../mapping/mappings.js';
import type { XmlElement } from '../xml/xml-element.js';
import { bind } from './bind.js';
import { DraftNode } from './draft.js';
import { Findings, type Leaf, type Note, type Unmapped, type ValueCounts } from './findings.js';
import { type Header, readHeader, waybillType } from './header.js';
import { MessageReading, type ReadOptions, type StatusReading } from './message-reading.js';
import { rules } from './rules/index.js';
import { iriTerm } from './values.js';

/** A status of a message. */
export interface DraftStatus {
  readonly node: DraftNode;
  /** The numbers of the houses that it is about as well (X43). */
  readonly houses: readonly Leaf[];
}

/** A message that has been read, before anything has been compared with what the node holds. */
export interface ReadMessage {
  readonly type: MessageType;
  readonly header: Header;
  /** The waybill that it is about; of a XFHL the master. */
  readonly waybill: DraftNode;
  /** Objects that nothing links to: the ULDs of a status. */
  readonly others: readonly DraftNode[];
  readonly statuses: readonly DraftStatus[];
  readonly findings: Findings;
}

/** The part of the report that reading a message gives (X58). */
export interface ReadingReport {
  readonly values: ValueCounts;
  readonly unmapped: readonly Unmapped[];
  /** How many more there are than `unmapped` has. */
  readonly more?: number;
  readonly notes: readonly Note[];
}

/** Values and notes that a report names (X59). */
const MAX_REPORTED = 1000;

/**
 * Reads a message, in steps.
 *
 * @throws ServiceError `unprocessable` for a message that is not read, or that does not say which waybill it is about.
 */
export function* readMessage(root: XmlElement, mappings: Mappings, options: ReadOptions): Steps<ReadMessage> {
  const mapping = mappingOf(root, mappings);
  const findings = new Findings();
  const bound = yield* bind(root, mapping, findings);
  const header = readHeader(bound, options.timeZone, findings);
  const reading = new MessageReading(mapping, mappings, header, options, findings, rules);
  yield* reading.read(bound);
  const waybill = complete(reading);
  return {
    type: mapping.type,
    header,
    waybill,
    others: reading.waybills.flatMap(({ others }) => others),
    statuses: reading.statuses.filter(hasEvent).map(({ node, waiting }) => ({
      node,
      houses: (waiting.get('house') ?? []).map(({ leaf }) => leaf),
    })),
    findings,
  };
}

/** The report of a message's values, in the order of the message; at most 1,000 of each kind are named. */
export function reportOf({ findings }: ReadMessage): ReadingReport {
  const { unmapped, notes, counts } = findings;
  const more = unmapped.length > MAX_REPORTED ? { more: unmapped.length - MAX_REPORTED } : {};
  const inOrder = notes.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return { values: counts, unmapped: unmapped.slice(0, MAX_REPORTED), ...more, notes: inOrder.slice(0, MAX_REPORTED) };
}

/** Statuses that only carry lines of customs information are no events (X45). */
const hasEvent = ({ code }: StatusReading): boolean => code !== 'OCI';

/** The root decides which message it is (X2, X71). */
function mappingOf(root: XmlElement, { messages }: Mappings): MessageMapping {
  const mapping = [...messages.values()].find((one) => one.root.name === root.name && one.namespace === root.namespace);
  if (mapping !== undefined) return mapping;
  const readable = messageTypes.flatMap((type) => {
    const one = messages.get(type);
    return one === undefined ? [] : [`${one.root.name} in ${one.namespace} (${type})`];
  });
  throw new ServiceError('unprocessable', {
    message: `${root.name} ${root.namespace === '' ? 'without a namespace' : `in ${root.namespace}`} is not a message that this node reads; it reads ${readable.join(', ')}`,
    property: `/${root.name}`,
  });
}

/** Types and links of the waybills (X9). */
function complete({ mapping, mappings, header, waybills }: MessageReading): DraftNode {
  const [first] = waybills;
  const root = first?.node ?? new DraftNode('Waybill');
  const { names, codes } = mappings;
  const setType = (node: DraftNode, name: string): void => {
    if (node.of('waybillType').length === 0) node.set('waybillType', iriTerm(names.individual(name)));
  };
  for (const { node } of waybills) linkShipment(node);
  switch (mapping.type) {
    case 'XFWB': {
      const type = waybillType(header, codes);
      if (type?.kind === 'iri') root.set('waybillType', iriTerm(type.iri));
      else setType(root, 'DIRECT');
      requireNumber(root, mapping);
      return root;
    }
    case 'XFZB': {
      setType(root, 'HOUSE');
      requireNumber(root, mapping);
      for (const master of root.nodes('masterWaybill')) {
        setType(master, 'MASTER');
        master.link('houseWaybills', root);
        linkShipment(master);
      }
      return root;
    }
    case 'XFHL': {
      const [master = new DraftNode('Waybill')] = root.nodes('masterWaybill');
      setType(master, 'MASTER');
      linkShipment(master);
      for (const house of master.nodes('houseWaybills')) {
        setType(house, 'HOUSE');
        house.link('masterWaybill', master);
        requireNumber(house, mapping);
      }
      requireNumber(master, mapping, 2);
      return master;
    }
    case 'XFSU':
      // An event is about a shipment, even if the message says nothing of it (X44).
      if (root.nodes('shipment').length === 0) {
        root.link('shipment', new DraftNode('Shipment'));
        linkShipment(root);
      }
      requireNumber(root, mapping);
      return root;
  }
}

function linkShipment(node: DraftNode): void {
  for (const shipment of node.nodes('shipment')) shipment.link('waybill', node);
}

/**
 * A message without the number of its waybill, or of a house that it lists, is about nothing (X72).
 *
 * @param depth of the number's target: that of a list's master is one step away.
 */
function requireNumber(node: DraftNode, { root }: MessageMapping, depth = 1): void {
  if (node.of('waybillNumber').length > 0) return;
  const paths: string[] = [];
  const search = (rows: typeof root.children): void => {
    for (const row of rows) {
      const last = row.target?.second ?? row.target?.steps.at(-1);
      const isNumber = last?.class === 'Waybill' && last.property === 'waybillNumber';
      if (isNumber && row.target?.steps.length === depth && paths.length === 0) paths.push(`/${row.path}`);
      search(row.children);
    }
  };
  search(root.children);
  throw new ServiceError('unprocessable', {
    message: `${paths[0] ?? root.name}: the number of the waybill is missing or invalid`,
    ...(paths[0] === undefined ? {} : { property: paths[0] }),
  });
}
