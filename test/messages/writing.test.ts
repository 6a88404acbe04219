import { expect } from 'chai';
import { Contents } from '../../src/messages/applying/content.js';
import type { Description } from '../../src/messages/describe.js';
import { messageTypes, type MessageType } from '../../src/messages/mapping/mappings.js';
import { graphOf } from '../../src/rdf/graph.js';
import { node } from '../../src/rdf/terms.js';
import { shippedModel } from '../model/support.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { mapped, missingIn } from './compared.js';
import { companionsOf, pathOf, valueFor, valueRows } from './generated.js';
import { RandomMessage } from './random-message.js';
import { mappingOf, messageOf, readAndDescribe, required, shippedMappings, type Values } from './support.js';
import { written } from './writing.js';

/** The statements of each object and event, by content. */
function statements({ objects, events }: Description): Record<string, string[]> {
  const ofObjects = objects.map(({ uri, quads }): [string, string[]] => [
    uri,
    new Contents(graphOf(quads)).statements(node(uri)).toSorted(),
  ]);
  const ofEvents = events.map(({ node: event, quads }, index): [string, string[]] => [
    `event ${index}`,
    new Contents(graphOf(quads)).statements(event).toSorted(),
  ]);
  return Object.fromEntries([...ofObjects, ...ofEvents]);
}

async function roundTrip(
  type: MessageType,
  values: Values,
): Promise<{
  before: ReturnType<typeof readAndDescribe>;
  after: ReturnType<typeof readAndDescribe>;
  xml: string;
  loss: Awaited<ReturnType<typeof written>>['loss'];
}> {
  const mappings = await shippedMappings();
  const before = readAndDescribe(messageOf(mappingOf(mappings, type), values), mappings);
  const { xml, loss } = await written(before.description, type, mappings);
  return { before, after: readAndDescribe(xml.toString(), mappings), xml: xml.toString(), loss };
}

for (const type of messageTypes)
  describe(`A ${type} that is written from what a ${type} has made`, () => {
    it('has the value of each row at its path again, whichever the row is', async function () {
      const [mappings, model] = [await shippedMappings(), await shippedModel()];
      const rows = valueRows(mappingOf(mappings, type).root).filter(
        ({ status, isWritten }) => (status === 'mapped' || status === 'rule') && isWritten,
      );
      const wrong: string[] = [];
      for (const row of rows) {
        const path = pathOf(row);
        const element = rows.find((one) => one.attributes.includes(row));
        const { before, after, loss } = await roundTrip(type, {
          ...required[type],
          ...companionsOf(type, path),
          ...(element === undefined ? {} : { [pathOf(element)]: valueFor(element, mappings, model) }),
          [path]: companionsOf(type, path)[path] ?? required[type][path] ?? valueFor(row, mappings, model),
        });
        const missing = missingIn(mapped(before.message), mapped(after.message));
        if (missing.length > 0) wrong.push(`${path}: ${missing.join(', ')}`);
        if (loss.lost.length > 0) wrong.push(`${path}: ${JSON.stringify(loss.lost)}`);
      }
      expect(wrong).to.deep.equal([]);
    });

    const count = scaled(40);
    it(`has all values of ${count} random messages again, and makes the same objects`, async function () {
      this.timeout(scaled(120_000));
      const [mappings, model] = [await shippedMappings(), await shippedModel()];
      const random = new Random(seeded(SEED));
      for (let round = 0; round < count; round += 1) {
        const values = new RandomMessage(mappingOf(mappings, type), mappings, model, random).values();
        const { before, after } = await roundTrip(type, values);
        expect(missingIn(mapped(before.message), mapped(after.message))).to.deep.equal([]);
        expect(after.message.findings.unmapped).to.deep.equal([]);
        expect(statements(after.description)).to.deep.equal(statements(before.description));
      }
    });
  });
