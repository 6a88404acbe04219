import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { InputError } from '../../src/rdf/input-error.js';
import { readJsonLdDataset } from '../../src/rdf/jsonld/reader.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { root, shippedModel } from './support.js';

const folder = new URL('../../../shared/data/examples/', import.meta.url);

/**
 * The example payloads of the public standard that are no valid data of this version, and why. They are of its newest
 * version, and hold small mistakes.
 */
const refused: Readonly<Record<string, readonly string[]>> = {
  // A class and a property of a proposal that no version took up.
  'ActionRequestChange_example1.json': [
    'api:ActionRequestChange is not a class of the API vocabulary',
    'api:referencesActionRequest of api:ActionRequestChange is not a property of the API vocabulary',
  ],
  // A property of an older model, and an enumeration's value as a text.
  'LogisticsEvents_list.json': [
    'cargo:linkedObject of cargo:LogisticsEvent is not a property of the data model',
    'cargo:eventTimeType of cargo:LogisticsEvent must be one of',
    'cargo:eventTimeType of cargo:LogisticsEvent must be one of',
  ],
  // Two errors with the same identifier.
  'MultipleEventsResponse_example2.json': ['api:hasTitle of api:Error in api:hasError of api:EventCreationResult'],
  // In version 2.0.0 an event is for one object.
  'MultipleEvents_example1.json': ['cargo:eventFor of cargo:LogisticsEvent may be given once, but 3 values were given'],
  'MultipleEvents_example2.json': ['cargo:eventFor of cargo:LogisticsEvent may be given once, but 3 values were given'],
  // A prefix that is not declared.
  'VerificationRequest.json': ['reader: No @context maps the prefix'],
  // A type without its prefix.
  'Subscriptions_example2.json': ['reader: The @type "Subscription"'],
};

describe('the example payloads of the public standard', function () {
  before(function () {
    if (existsSync(folder)) return;
    process.stdout.write('  skipped: the folder of example payloads is absent\n');
    this.skip();
  });

  it('are accepted, or rejected for their errors', async () => {
    const model = await shippedModel();
    const vocabulary = createVocabulary();
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const body: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      const found: string[] = [];
      try {
        const { data } = await readJsonLdDataset(body, { vocabulary, strict: false });
        found.push(...(await model.check(model.normalize(data), [root])).map(({ message }) => message));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        found.push(...error.problems.map(({ message }) => `reader: ${message}`));
      }
      const expected = refused[name] ?? [];
      expect(found.length, `${name}: ${found.join('; ')}`).to.equal(expected.length);
      for (const [index, sentence] of expected.entries()) expect(found[index], name).to.contain(sentence);
    }
  });
});
