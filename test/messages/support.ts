/** What the tests of messages share: the shipped tables, and messages that are made of them. */
import { finish } from '../../src/async/turns.js';
import { describe as describeMessage, type Description } from '../../src/messages/describe.js';
import {
  loadMappings,
  type Mappings,
  type MessageMapping,
  type MessageType,
} from '../../src/messages/mapping/mappings.js';
import type { Row } from '../../src/messages/mapping/row.js';
import { readMessage, type ReadMessage } from '../../src/messages/reading/read-message.js';
import { readXml } from '../../src/messages/xml/xml-reader.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { iri } from '../../src/rdf/terms.js';
import { standardNamespaces } from '../../src/rdf/vocabulary.js';
import { shippedModel } from '../model/support.js';

let shipped: Promise<Mappings> | undefined;

export function shippedMappings(): Promise<Mappings> {
  shipped ??= shippedModel().then((model) => loadMappings(model, standardNamespaces));
  return shipped;
}

export const base = 'https://1r.example.com';
export const objectUri = (id: string): ReturnType<typeof iri> => iri(`${base}/logistics-objects/${id}`);

export function mappingOf(mappings: Mappings, type: MessageType): MessageMapping {
  const mapping = mappings.messages.get(type);
  if (mapping === undefined) throw new Error(`no mapping of ${type}`);
  return mapping;
}

/** The values of a message by the paths of their rows, without the root: `MasterConsignment/ID`. Attributes end in `/@unitCode`. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The XML of a message with these values, in the order of its table. Several values of an element are several
 * elements; a number in brackets names the occurrence of a group: `IncludedCustomsNote[2]/Content`.
 */
export function messageOf(mapping: MessageMapping, values: Values): string {
  const write = (row: Row, path: string, depth: number): string => {
    const prefix = depth === 1 || depth === 0 ? 'm' : 'd';
    const attributes = row.attributes
      .map((attribute) => [attribute.name.slice(1), values[`${path}/${attribute.name}`]] as const)
      .flatMap(([name, value]) => (typeof value === 'string' ? [` ${name}="${escaped(value)}"`] : []))
      .join('');
    if (row.type.kind !== 'group') {
      const value = values[path];
      const texts = value === undefined ? [] : typeof value === 'string' ? [value] : value;
      return texts
        .map((text) => `<${prefix}:${row.name}${attributes}>${escaped(text)}</${prefix}:${row.name}>`)
        .join('');
    }
    const inner = row.children
      .map((child) => occurrences(child, path === '' ? child.name : `${path}/${child.name}`, depth + 1))
      .join('');
    if (inner === '' && depth > 0) return '';
    const namespaces = depth === 0 ? ` xmlns:m="${mapping.namespace}" xmlns:d="iata:datamodel:3"` : '';
    return `<${prefix}:${row.name}${namespaces}>${inner}</${prefix}:${row.name}>`;
  };
  const paths = Object.keys(values);
  const occurrences = (row: Row, path: string, depth: number): string =>
    [path, ...[1, 2, 3, 4, 5, 6].map((number) => `${path}[${number}]`)]
      .filter((one) => paths.some((other) => other === one || other.startsWith(`${one}/`)))
      .map((one) => write(row, one, depth))
      .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(mapping.root, '', 0)}\n`;
}

export function read(
  xml: string,
  mappings: Mappings,
  options: { maxPieces?: number; timeZone?: string } = {},
): ReadMessage {
  return finish(
    readMessage(finish(readXml(Buffer.from(xml))), mappings, { maxPieces: 1000, timeZone: 'UTC', ...options }),
  );
}

export interface ReadAndDescribed {
  readonly message: ReadMessage;
  readonly description: Description;
}

/** All statements of a description. */
export function statementsOf({ objects, events }: Description): Graph {
  return graphOf([...objects, ...events].flatMap(({ quads }) => quads));
}

export function readAndDescribe(xml: string, mappings: Mappings): ReadAndDescribed {
  const message = read(xml, mappings);
  return { message, description: finish(describeMessage(message, mappings, { objectUri })) };
}

/** What every message of a type must have, to be about a waybill. */
export const required: Readonly<Record<MessageType, Values>> = {
  XFWB: {
    'MessageHeaderDocument/ID': '125-30000001_x',
    'MessageHeaderDocument/TypeCode': '740',
    'MessageHeaderDocument/IssueDateTime': '2021-03-10T10:00:00',
    'MessageHeaderDocument/PurposeCode': 'Creation',
    'MessageHeaderDocument/VersionID': '3.00',
    'BusinessHeaderDocument/ID': '125-30000001',
  },
  XFZB: {
    'MessageHeaderDocument/TypeCode': '703',
    'MessageHeaderDocument/IssueDateTime': '2021-03-10T10:00:00Z',
    'MessageHeaderDocument/VersionID': '3.00',
    'BusinessHeaderDocument/ID': 'H-1/2',
    'MasterConsignment/TransportContractDocument/ID': '125-30000001',
  },
  XFHL: {
    'MessageHeaderDocument/TypeCode': '785',
    'MessageHeaderDocument/IssueDateTime': '2021-03-10T10:00:00Z',
    'MessageHeaderDocument/VersionID': '2.00',
    'MasterConsignment/TransportContractDocument/ID': '125-30000001',
    'MasterConsignment/IncludedHouseConsignment/TransportContractDocument/ID': 'H-1',
  },
  XFSU: {
    'MessageHeaderDocument/IssueDateTime': '2021-03-10T10:00:00Z',
    'MessageHeaderDocument/VersionID': '3.00',
    'MasterConsignment/TransportContractDocument/ID': '125-30000001',
    'MasterConsignment/ReportedStatus/ReasonCode': 'RCS',
    'MasterConsignment/ReportedStatus/AssociatedStatusConsignment/PieceQuantity': '2',
  },
};
