import { expect } from 'chai';
import { ServiceError } from '../../src/errors.js';
import { finish } from '../../src/async/turns.js';
import { describe as describeMessage } from '../../src/messages/describe.js';
import { messageTypes } from '../../src/messages/mapping/mappings.js';
import { XmlError } from '../../src/messages/xml/xml-reader.js';
import { shippedModel } from '../model/support.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { pathOf, valueFor, valueRows } from './generated.js';
import { mappingOf, messageOf, objectUri, read, required, shippedMappings } from './support.js';

/** Messages near the bounds on elements: what repeats, the part of the message that is repeated, how often. */
const large = [
  [
    'texts',
    'XFWB',
    (n: number) => `<d:HandlingOSIInstructions><d:Description>text ${n}</d:Description></d:HandlingOSIInstructions>`,
    10_000,
  ],
  [
    'codes of all pieces',
    'XFWB',
    (n: number) =>
      `<d:HandlingSPHInstructions><d:DescriptionCode>X${n}</d:DescriptionCode></d:HandlingSPHInstructions>`,
    10_000,
  ],
  [
    'lines about the pieces of the line before',
    'XFWB',
    (n: number) =>
      `<d:IncludedMasterConsignmentItem>${n === 0 ? '' : `<d:TypeCode>${n}</d:TypeCode>`}` +
      `${n === 0 ? '<d:PieceQuantity>1000</d:PieceQuantity>' : ''}</d:IncludedMasterConsignmentItem>`,
    8_000,
  ],
  [
    'houses',
    'XFHL',
    (n: number) =>
      `<d:IncludedHouseConsignment><d:TransportContractDocument><d:ID>H${n}</d:ID></d:TransportContractDocument></d:IncludedHouseConsignment>`,
    8_000,
  ],
  [
    'statuses',
    'XFSU',
    () => '<d:ReportedStatus><d:ReasonCode>OCI</d:ReasonCode><d:AssociatedStatusConsignment/></d:ReportedStatus>',
    8_000,
  ],
] as const;

describe('A message near the bounds', () => {
  for (const [what, type, part, count] of large)
    it(`is read in time that grows with its size: ${count} ${what}`, async () => {
      const mappings = await shippedMappings();
      const parts = Array.from({ length: count }, (_, number) => part(number)).join('');
      const inner = what.startsWith('lines') ? `<d:ApplicableRating>${parts}</d:ApplicableRating>` : parts;
      const xml = messageOf(mappingOf(mappings, type), {
        ...required[type],
        ...(type === 'XFWB' ? { 'MasterConsignment/ProductID': 'GCR' } : {}),
      }).replace('</m:MasterConsignment>', `${inner}</m:MasterConsignment>`);
      const message = read(xml, mappings);
      const { objects } = finish(describeMessage(message, mappings, { objectUri }));
      expect(objects.length).to.be.at.least(1);
      const { total, mapped, header, derived, unmapped } = message.findings.counts;
      expect(total).to.equal(mapped + header + derived + unmapped);
      expect(message.findings.notes.length).to.be.at.most(1000);
    });
});

describe('A mutated message', () => {
  const count = scaled(100);

  for (const type of messageTypes)
    it(`is taken with a report that adds up, or refused: ${count} of ${type}`, async function () {
      this.timeout(scaled(600_000));
      const [mappings, model] = [await shippedMappings(), await shippedModel()];
      const mapping = mappingOf(mappings, type);
      const rows = valueRows(mapping.root).filter(({ status }) => status !== undefined && status !== 'header');
      const values = Object.fromEntries(rows.map((row) => [pathOf(row), valueFor(row, mappings, model)]));
      const xml = messageOf(mapping, { ...values, ...required[type] });
      const random = new Random(seeded(SEED));
      const texts = [...xml.matchAll(/>([^<>]+)</g)].map(({ index, 1: text = '' }) => ({ at: index + 1, text }));
      const others = [
        '',
        '-1',
        '99999999999999999999',
        '1e9',
        'é\u0301😀',
        '__proto__',
        '2021-13-01T00:00:00',
        '../..',
        '#',
        '{n}',
      ];
      let taken = 0;
      for (let round = 0; round < count; round++) {
        let mutated = xml;
        for (let change = random.below(6); change >= 0; change--) {
          const { at, text } = random.one(texts);
          if (random.chance(0.8)) mutated = mutated.slice(0, at) + random.one(others) + mutated.slice(at + text.length);
          else mutated = mutated.slice(0, at) + mutated.slice(at + random.below(40));
        }
        try {
          const message = read(mutated, mappings);
          finish(describeMessage(message, mappings, { objectUri }));
          const { total, mapped, header, derived, unmapped } = message.findings.counts;
          expect(total).to.equal(mapped + header + derived + unmapped);
          taken += 1;
        } catch (error) {
          if (!(error instanceof XmlError) && !(error instanceof ServiceError)) throw error;
        }
      }
      expect(taken).to.be.above(count / 20);
    });
});
