import { expect } from 'chai';
import { type MessageMapping, messageTypes, type MessageType } from '../../src/messages/mapping/mappings.js';
import type { Row } from '../../src/messages/mapping/row.js';
import { graphOf } from '../../src/rdf/graph.js';
import { node } from '../../src/rdf/terms.js';
import { shippedModel } from '../model/support.js';
import { companionsOf, pathOf, valueFor, valueRows } from './generated.js';
import { valuesAt } from './places.js';
import {
  mappingOf,
  messageOf,
  readAndDescribe,
  required,
  shippedMappings,
  statementsOf,
  type Values,
} from './support.js';

/** The house waybill has no charges at destination, so their currency is reported (X30). */
const withoutPlace: ReadonlySet<string> = new Set([
  'HouseWaybill/MasterConsignment/IncludedHouseConsignment/ApplicableDestinationCurrencyExchange/TargetCurrencyCode',
]);

/** What becomes of a row's value; undefined for one that needs others, which other tests have. */
function fateOf({ status, type, path }: Row): string | undefined {
  if (withoutPlace.has(path)) return 'unmapped';
  if (status === 'derived') return type.kind === 'constant' ? 'derived' : undefined;
  if (status === 'not mapped') return 'unmapped';
  return ['absent', 'order', 'constant'].includes(type.kind) ? 'derived' : 'mapped';
}

/** The text of the value at its place. */
function stored(row: Row, value: string): RegExp {
  if (['measure', 'amount', 'number', 'percent'].includes(row.type.kind)) return /^12\.5$/;
  if (row.type.kind === 'dateTime') return /^2021-03-11T12:30:00Z$/;
  if (row.type.kind === 'awb') return /^125$/;
  if (row.type.kind === 'enum' || ['prepaid', 'partial', 'serviceability'].includes(row.type.kind)) return /#|^true$/;
  return new RegExp(`(?:^|[#_/])${value.replaceAll(/[^A-Za-z0-9 ]/g, '.')}$`);
}

const isCount = ({ type }: Row): boolean => type.kind === 'count';

async function generated(
  type: MessageType,
): Promise<{ mapping: MessageMapping; rows: Row[]; valueOf: (row: Row) => string }> {
  const [mappings, model] = [await shippedMappings(), await shippedModel()];
  const mapping = mappingOf(mappings, type);
  const rows = valueRows(mapping.root).filter(({ status }) => status !== 'header' && status !== undefined);
  return { mapping, rows, valueOf: (row) => valueFor(row, mappings, model) };
}

for (const type of messageTypes)
  describe(`A ${type} with one value beside the required ones`, () => {
    it('has it where its row says, whichever the row is', async () => {
      const { mapping, rows, valueOf } = await generated(type);
      const mappings = await shippedMappings();
      const wrong: string[] = [];
      let checked = 0;
      for (const row of rows) {
        const path = pathOf(row);
        const element = rows.find((one) => one.attributes.includes(row));
        const values: Values = {
          ...required[type],
          ...companionsOf(type, path),
          ...(element === undefined ? {} : { [pathOf(element)]: valueOf(element) }),
          [path]: companionsOf(type, path)[path] ?? required[type][path] ?? valueOf(row),
        };
        const expected = fateOf(row);
        const { message, description } = readAndDescribe(messageOf(mapping, values), mappings);
        const { counts, leaves } = message.findings;
        expect(counts.total, path).to.equal(counts.mapped + counts.header + counts.derived + counts.unmapped);
        for (const { id } of description.objects) expect(id, path).to.match(/^[A-Za-z0-9._~-]{1,200}$/);
        const leaf = leaves.find(({ row: of }) => of === row);
        if (leaf === undefined) wrong.push(`${path}: not found`);
        else if (expected !== undefined && leaf.fate !== expected)
          wrong.push(`${path}: ${leaf.fate} ${leaf.unmapped.reason}, not ${expected}`);
        else if (expected === 'mapped' && row.target !== undefined) {
          const isAmount = row.type.kind === 'measure' || row.type.kind === 'amount';
          const found = valuesAt(statementsOf(description), row.target, isAmount);
          // Which shipment of this node a house's number means is not known from the message alone.
          const isThere =
            row.rule === 'X43'
              ? message.statuses[0]?.houses.some(({ value }) => value === leaf.value) === true
              : isCount(row)
                ? new Set(found).size === Number(leaf.value)
                : found.some((one) => stored(row, leaf.value).test(one));
          if (!isThere) wrong.push(`${path} = ${leaf.value}: ${found.join(', ')}`);
          checked += 1;
        }
      }
      expect(wrong).to.deep.equal([]);
      expect(checked).to.be.above(20);
    });
  });

describe('A message with a value of every row', () => {
  for (const type of messageTypes)
    it(`becomes objects that the shapes accept, the same each time: ${type}`, async () => {
      const { mapping, rows, valueOf } = await generated(type);
      const [mappings, model] = [await shippedMappings(), await shippedModel()];
      const filled = rows.filter(({ status }) => status === 'mapped' || status === 'rule');
      const values = { ...Object.fromEntries(filled.map((row) => [pathOf(row), valueOf(row)])), ...required[type] };
      const { description } = readAndDescribe(messageOf(mapping, values), mappings);
      const ids = description.objects.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      // ids.tsv has an id for each kind of object; without one the name of the property would be in it.
      expect(ids.filter((id) => /-[a-z]+[A-Z]/.test(id))).to.deep.equal([]);
      const violations = await Promise.all(
        description.objects.map(async ({ uri, quads }) => model.check(graphOf(quads), [node(uri)])),
      );
      const ofEvents = await Promise.all(
        description.events.map(async ({ node: event, quads }) => model.check(graphOf(quads), [event])),
      );
      expect([...violations, ...ofEvents].flat().map(({ message }) => message)).to.deep.equal([]);
      expect(readAndDescribe(messageOf(mapping, values), mappings).description).to.deep.equal(description);
    });
});
