import { expect } from 'chai';
import { finish } from '../../src/async/turns.js';
import type { MessageType } from '../../src/messages/mapping/mappings.js';
import type { Description } from '../../src/messages/describe.js';
import { instantOf } from '../../src/rdf/literals.js';
import { xmlBounds, readXml } from '../../src/messages/xml/xml-reader.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { mapped, missingIn } from './compared.js';
import { mappingOf, messageOf, read, readAndDescribe, required, shippedMappings, type Values } from './support.js';
import { written } from './writing.js';

const NOTE = 'MasterConsignment/IncludedCustomsNote';
const LINE = 'MasterConsignment/ApplicableRating/IncludedMasterConsignmentItem';

async function described(type: MessageType, values: Values): Promise<Description> {
  const mappings = await shippedMappings();
  return readAndDescribe(messageOf(mappingOf(mappings, type), { ...required[type], ...values }), mappings).description;
}

async function again(
  type: MessageType,
  values: Values,
  changes: Parameters<typeof written>[3] = {},
): Promise<{
  readonly xml: string;
  readonly values: string[];
  readonly loss: Awaited<ReturnType<typeof written>>['loss'];
}> {
  const mappings = await shippedMappings();
  const { xml, loss } = await written(await described(type, values), type, mappings, changes);
  return { xml: xml.toString(), loss, values: mapped(readAndDescribe(xml.toString(), mappings).message) };
}

/** The texts of an element, in their order. */
const textsOf = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)</ram:${element}>`, 'g'))].map(([, text = '']) => text);

/** Lines of security and customs: country, subject, content code and content. */
const lines: readonly (readonly [string, string, string, string])[] = [
  ['IE', 'ISS', 'RA', '01234-01'],
  ['', '', 'ED', '0327'],
  ['', 'OSS', 'RC', '00077'],
  ['', '', 'KC', '00999'],
  ['', '', 'SM', 'XRY'],
  ['', '', 'SM', 'A dog'],
  ['', '', 'SN', 'J Doe'],
  ['', '', 'SD', '10MAR211130'],
  ['', '', 'SS', 'SPX'],
  ['', '', 'ST', 'one\ntwo'],
  ['US', 'SHP', 'T', '12345'],
];

/** The values of a line, by the paths of their rows. */
function noteOf(path: string, [country, subject, code, content]: (typeof lines)[number]): Values {
  const values: Record<string, string> = {
    [`${path}/CountryID`]: country,
    [`${path}/SubjectCode`]: subject,
    [`${path}/ContentCode`]: code,
    [`${path}/Content`]: content,
  };
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
}

/** The first three lines. */
function notesOf(path: string): Values {
  const [one, two, three] = lines.slice(0, 3).map((line, index) => noteOf(`${path}[${index + 1}]`, line));
  return { ...one, ...two, ...three };
}

describe('A message that is written', () => {
  for (const type of ['XFWB', 'XFHL'] as const)
    it(`has lines of security and customs again: ${type}`, async () => {
      for (const line of lines) {
        const [country, , , content] = line;
        const { xml } = await again(type, noteOf(NOTE, line));
        expect(textsOf(xml, 'Content'), content).to.deep.equal(content.split('\n'));
        expect(textsOf(xml, 'CountryID'), content).to.deep.equal(country === '' ? [] : [country]);
      }
    });

  it('has an entity with its expiry, then the others', async () => {
    const { xml, values } = await again('XFWB', notesOf(NOTE));
    expect(textsOf(xml, 'Content')).to.deep.equal(['01234-01', '0327', '00077']);
    expect(values.filter((value) => value.includes('CountryID'))).to.deep.equal([
      'Waybill/MasterConsignment/IncludedCustomsNote/CountryID = IE',
    ]);
  });

  it('has the product of a line that is about the pieces of the line before', async () => {
    const { values } = await again('XFWB', {
      [`${LINE}[1]/SequenceNumeric`]: '1',
      [`${LINE}[1]/PieceQuantity`]: '2',
      [`${LINE}[1]/TypeCode`]: '111111',
      [`${LINE}[2]/SequenceNumeric`]: '2',
      [`${LINE}[2]/TypeCode`]: '222222',
    });
    const wanted = ['1', '2'].map((digit) => `Waybill/${LINE}/TypeCode = ${digit.repeat(6)}`);
    expect(missingIn(wanted, values)).to.deep.equal([]);
  });

  it('has times in the zone of the setting, with an offset for those that its clocks show twice', async () => {
    const at = 'BusinessHeaderDocument/SignatoryCarrierAuthentication/ActualDateTime';
    const times = {
      '2021-03-10T10:00:00Z': '2021-03-10T11:00:00',
      '2021-07-10T10:00:00Z': '2021-07-10T12:00:00',
      '2021-10-31T00:30:00Z': '2021-10-31T02:30:00',
      '2021-10-31T01:30:00Z': '2021-10-31T02:30:00',
    };
    const mappings = await shippedMappings();
    for (const [time, local] of Object.entries(times)) {
      const { xml } = await again('XFWB', { [at]: time }, { timeZone: 'Europe/Berlin' });
      const [text = ''] = textsOf(xml, 'ActualDateTime');
      expect(text.slice(0, local.length)).to.equal(local);
      const leaf = read(xml, mappings, { timeZone: 'Europe/Berlin' }).waybill.text('carrierDeclarationDate');
      expect(instantOf(leaf ?? '')).to.equal(Date.parse(time));
    }
  });

  it('has measures with three decimals, rounded up, and no exponents', async () => {
    const weight = 'MasterConsignment/IncludedTareGrossWeightMeasure';
    const cases = {
      '0.1234': '0.124',
      '12.5': '12.5',
      '0.0000001': '0.001',
      '100000000000000000000000': '100000000000000000000000',
    };
    for (const [value, text] of Object.entries(cases)) {
      const { xml, loss } = await again('XFWB', { [weight]: value });
      expect(textsOf(xml, 'IncludedTareGrossWeightMeasure')).to.deep.equal([text]);
      expect(loss.rounded).to.have.length(Number(value) === Number(text) ? 0 : 1);
    }
  });

  it('is the same whatever the order of statements is', async () => {
    const mappings = await shippedMappings();
    const random = new Random(seeded(SEED));
    const description = await described('XFWB', {
      ...notesOf(NOTE),
      [`${LINE}[1]/PieceQuantity`]: '3',
      [`${LINE}[2]/PieceQuantity`]: '2',
      'MasterConsignment/HandlingOSIInstructions[1]/Description': 'b',
      'MasterConsignment/HandlingOSIInstructions[2]/Description': 'a',
      'MasterConsignment/IncludedAccountingNote[1]/Content': 'b',
      'MasterConsignment/IncludedAccountingNote[2]/Content': 'a',
    });
    const first = await written(description, 'XFWB', mappings);
    expect(first.loss.order).to.deep.equal([
      '/Waybill/MasterConsignment/HandlingOSIInstructions',
      '/Waybill/MasterConsignment/IncludedAccountingNote',
    ]);
    for (let round = 0; round < 10; round += 1) {
      const objects = description.objects.map((object) => ({
        ...object,
        quads: object.quads
          .map((quad) => ({ quad, key: random.upTo(1) }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ quad }) => quad),
      }));
      expect((await written({ ...description, objects }, 'XFWB', mappings)).xml.equals(first.xml)).to.equal(true);
    }
  });

  it('leaves out what cannot be read, and what is longer than a reader takes', async () => {
    const { xml, loss } = await again(
      'XFWB',
      { 'MasterConsignment/ConsignorParty/Name': 'ACME', 'MasterConsignment/ID': 'R' },
      { unreadable: (uri) => uri.endsWith('-shp') },
    );
    expect(xml).not.to.contain('ACME');
    expect(loss.lost.map(({ reason }) => reason)).to.include('not-readable');
    const mappings = await shippedMappings();
    const description = await described('XFWB', { 'MasterConsignment/ID': 'x'.repeat(xmlBounds.text) });
    expect((await written(description, 'XFWB', mappings)).loss.lost).to.deep.equal([]);
  });

  const many = scaled(1000);
  it(`of ${many} texts, codes and pieces is read by its own reader`, async function () {
    this.timeout(scaled(60_000));
    const values = { [`${LINE}/PieceQuantity`]: '1000' };
    const mappings = await shippedMappings();
    const parts = Array.from(
      { length: many },
      (_, index) =>
        `<d:HandlingOSIInstructions><d:Description>text ${index}</d:Description></d:HandlingOSIInstructions>`,
    ).join('');
    const xml = messageOf(mappingOf(mappings, 'XFWB'), {
      ...required.XFWB,
      ...values,
      'MasterConsignment/HandlingSPHInstructions/DescriptionCode': 'DGR',
      'MasterConsignment/HandlingOSIInstructions/Description': '@',
    }).replace(/<d:HandlingOSIInstructions>.*<\/d:HandlingOSIInstructions>/, parts);
    const message = await written(readAndDescribe(xml, mappings).description, 'XFWB', mappings);
    finish(readXml(message.xml));
    expect(textsOf(message.xml.toString(), 'Description')).to.have.length(many);
  });
});
