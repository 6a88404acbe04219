/** Writes a message from the objects of a waybill: the same objects give the same bytes (X78). */
import { createHash } from 'node:crypto';
import type { Steps } from '../../async/turns.js';
import type { Iri } from '../../rdf/terms.js';
import { dataModelNamespace, type Mappings, type MessageMapping } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import { DraftNode } from '../reading/draft.js';
import { writeTime } from '../reading/times.js';
import { writeXml, type XmlNode } from '../xml/xml-writer.js';
import { Carriage, type Loss } from './carriage.js';
import type { Gathered } from './gather.js';
import { MessageWriting } from './message-writing.js';
import { writingRules } from './rules/index.js';
import { Texts } from './texts.js';
import { type Scope, terms, Walk } from './walk.js';

/** A sender or recipient: `P:REUAGT12/FRA01`. */
export interface PartyName {
  readonly scheme: string;
  readonly id: string;
}

export interface WriteOptions {
  readonly version: string;
  readonly timeZone: string;
  readonly sender: PartyName;
  readonly recipient: PartyName;
}

export interface WrittenMessage {
  readonly xml: Buffer;
  readonly loss: Loss;
}

/** Hex digits of the content's digest in the id of a message. */
const DIGEST = 12;

const MASTER = 'masterWaybill';

/** @param waybill that the message is about; of a XFHL the master. */
export function* writeMessage(
  waybill: Iri,
  gathered: Gathered,
  mapping: MessageMapping,
  mappings: Mappings,
  { version, timeZone, sender, recipient }: WriteOptions,
): Steps<WrittenMessage> {
  const own = gathered.objects.get(waybill) ?? new DraftNode('Waybill');
  const carriage = new Carriage();
  const number = [own.text('waybillPrefix'), own.text('waybillNumber')].filter((text) => text !== undefined).join('-');
  const header = new Map([['number', number]]);
  const writing = new MessageWriting(
    mapping,
    mappings,
    gathered,
    carriage,
    new Walk(mappings.names),
    new Texts(mappings, timeZone),
    writingRules,
    { isVersion3: Number(version) <= 3, header },
  );
  const scope: Scope = {
    class: 'Waybill',
    steps: [],
    found: { node: mapping.type === 'XFHL' ? aboveHouses(own) : own, trail: [] },
    above: undefined,
  };
  const isHeader = (row: Row): boolean => row.children.some(({ derivation }) => derivation === 'id');
  const { children: rows, name } = mapping.root;
  const content = yield* writing.write(
    rows.filter((row) => !isHeader(row)),
    { scope },
  );
  const namespaces = { ofMessage: mapping.namespace, ofOthers: dataModelNamespace };
  const document = (children: readonly XmlNode[]): Steps<string> =>
    writeXml({ name, isOfMessage: true, attributes: [], children, text: undefined }, namespaces);
  const digest = createHash('sha256')
    .update(yield* document(content))
    .digest('hex');
  const values: readonly (readonly [string, string | undefined])[] = [
    ['id', `${number}_${digest.slice(0, DIGEST)}`],
    ['name', mapping.name],
    ['type-code', typeCodeOf(own, gathered, { mapping, mappings, carriage })],
    ['issued', writeTime(gathered.latest.toISOString(), timeZone)],
    ['purpose', gathered.areFirst ? 'Creation' : 'Update'],
    ['version', version],
    ['sender', sender.id],
    ['sender-scheme', sender.scheme],
    ['recipient', recipient.id],
    ['recipient-scheme', recipient.scheme],
  ];
  for (const [key, value] of values) if (value !== undefined) header.set(key, value);
  const top = yield* writing.write(rows.filter(isHeader), { scope });
  const xml = Buffer.from(yield* document([...top, ...content]));
  yield;
  return { xml, loss: carriage.lossOf(gathered, aboutOf(own, mapping, gathered), mappings.names) };
}

/** The rows of a XFHL begin at a waybill that stands for its houses. */
function aboveHouses(master: DraftNode): DraftNode {
  const root = new DraftNode('Waybill');
  root.link(MASTER, master);
  return root;
}

/** The code of a waybill's type; a message has one of its own, or that of its waybill (X9). */
function typeCodeOf(
  waybill: DraftNode,
  { objects }: Gathered,
  {
    mapping: { typeCode, type },
    mappings: { codes, names },
    carriage,
  }: { readonly mapping: MessageMapping; readonly mappings: Mappings; readonly carriage: Carriage },
): string | undefined {
  // The kind of the message says which of its waybills is the master, and which are houses.
  if (/^[0-9]+$/.test(typeCode)) {
    for (const node of objects.values()) carriage.carry(node.of('waybillType'));
    return typeCode;
  }
  const [value] = terms(waybill, 'waybillType');
  const stated =
    value?.term.kind === 'iri' ? codes.written('WaybillType', { kind: 'iri', iri: value.term.iri }) : undefined;
  if (value !== undefined && stated !== undefined) carriage.carry([value]);
  if (stated !== undefined) return stated;
  // A reader takes a waybill without a type for a direct one.
  const direct = codes.written('WaybillType', { kind: 'iri', iri: names.individual('DIRECT') });
  if (direct !== undefined) carriage.assume(`/${type}`, direct);
  return direct;
}

/** The objects that the message is about: of a house waybill not those of its master. */
function aboutOf(waybill: DraftNode, { type }: MessageMapping, { objects, others }: Gathered): ReadonlySet<DraftNode> {
  if (type !== 'XFZB') return new Set(objects.values());
  const seen = new Set<DraftNode>([waybill, ...others]);
  const queue = [waybill];
  for (let node = queue.pop(); node !== undefined; node = queue.pop())
    for (const [property, values] of node.values)
      for (const value of values)
        if (property !== MASTER && value.kind === 'node' && !seen.has(value.node)) {
          seen.add(value.node);
          queue.push(value.node);
        }
  return seen;
}
