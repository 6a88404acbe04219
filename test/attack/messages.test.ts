/** Hostile messages at the address of a node (X57, X67 to X74): mutated ones, and XML that means harm. */
import { expect } from 'chai';
import { type MessageType, messageTypes } from '../../src/messages/mapping/mappings.js';
import { xmlBounds } from '../../src/messages/xml/xml-reader.js';
import { Mutations } from '../messages/mutations.js';
import { postXml, reportIn, waybillValues, xml } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { Receiver } from '../support/exchange.js';
import { messages, type Reply } from '../support/node.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { TestContext } from '../support/world.js';

/** For a long run: `MUTATED_MESSAGES=25000`, of each type. */
const COUNT = Number(process.env['MUTATED_MESSAGES'] ?? scaled(15));
const AT_ONCE = 4;
/** The waybills that the messages of a run are about: they meet what others have left. */
const WAYBILLS = 10;

const consignment = 'MasterConsignment';
const line = `${consignment}/ApplicableRating/IncludedMasterConsignmentItem`;
const house = `${consignment}/IncludedHouseConsignment`;
const status = `${consignment}/ReportedStatus/AssociatedStatusConsignment`;

/** Messages that use many rules, short enough for thousands of them. */
const samples: Readonly<Record<MessageType, Values>> = {
  XFWB: {
    ...waybillValues,
    [`${line}[1]/PieceQuantity`]: '2',
    [`${line}[1]/TypeCode`]: '850760',
    [`${line}[1]/NatureIdentificationTransportCargo/Identification`]: 'Batteries',
    [`${line}[1]/TransportLogisticsPackage/ItemQuantity`]: '1',
    [`${line}[1]/ApplicableFreightRateServiceCharge/ChargeableWeightMeasure`]: '100',
    [`${line}[1]/ApplicableFreightRateServiceCharge/AppliedRate`]: '2.5',
    [`${line}[1]/ApplicableFreightRateServiceCharge/AppliedAmount`]: '250',
    [`${line}[1]/AssociatedUnitLoadTransportEquipment/ID`]: '12345',
    [`${line}[1]/AssociatedUnitLoadTransportEquipment/CharacteristicCode`]: 'AKE',
    [`${line}[2]/PieceQuantity`]: '1',
    [`${consignment}/HandlingSPHInstructions[1]/DescriptionCode`]: 'RBI',
    [`${consignment}/HandlingOSIInstructions[1]/Description`]: 'Keep dry',
    [`${consignment}/IncludedCustomsNote[1]/CountryID`]: 'IE',
    [`${consignment}/IncludedCustomsNote[1]/SubjectCode`]: 'ISS',
    [`${consignment}/IncludedCustomsNote[1]/ContentCode`]: 'RA',
    [`${consignment}/IncludedCustomsNote[1]/Content`]: '01234-01',
    [`${consignment}/IncludedCustomsNote[2]/SubjectCode`]: 'CNE',
    [`${consignment}/IncludedCustomsNote[2]/Content`]: 'one',
    [`${consignment}/AssociatedParty[1]/Name`]: 'Broker',
    [`${consignment}/AssociatedParty[1]/RoleCode`]: 'BRK',
    [`${consignment}/AssociatedParty[2]/Name`]: 'Another',
    [`${consignment}/AssociatedParty[2]/RoleCode`]: 'BRK',
  },
  XFZB: {
    ...required.XFZB,
    [`${house}/IncludedTareGrossWeightMeasure`]: '50',
    [`${house}/TotalPieceQuantity`]: '2',
    [`${house}/ConsignorParty/Name`]: 'ACME Exports',
    [`${house}/OriginLocation/ID`]: 'FRA',
    [`${house}/SpecifiedLogisticsTransportMovement/ID`]: 'LH400',
  },
  XFHL: {
    ...required.XFHL,
    [`${house}/TransportContractDocument/ID`]: [],
    [`${house}[1]/TransportContractDocument/ID`]: 'H-1',
    [`${house}[1]/TotalPieceQuantity`]: '2',
    [`${house}[2]/TransportContractDocument/ID`]: 'H-2',
    [`${house}[2]/IncludedCustomsNote/SubjectCode`]: 'CNE',
    [`${house}[2]/IncludedCustomsNote/Content`]: 'one',
  },
  XFSU: {
    ...required.XFSU,
    [`${consignment}/TotalPieceQuantity`]: '3',
    [`${consignment}/ReportedStatus/ReasonCode`]: 'DEP',
    [`${status}/TransportSplitDescription`]: 'P',
    [`${status}/SpecifiedLogisticsTransportMovement/ID`]: 'LH400',
    [`${status}/SpecifiedLogisticsTransportMovement/DepartureEvent/DepartureOccurrenceDateTime`]:
      '2021-03-10T12:00:00Z',
    [`${status}/SpecifiedLogisticsTransportMovement/DepartureEvent/DepartureDateTimeTypeCode`]: 'A',
    [`${status}/SpecifiedLogisticsTransportMovement/CarrierParty/PrimaryID`]: 'LH',
    [`${status}/SpecifiedLogisticsTransportMovement/SpecifiedLocation/ID`]: 'FRA',
    [`${status}/SpecifiedLogisticsTransportMovement/SpecifiedLocation/FlightStatusTypeCode`]: 'Departure',
    [`${status}/IncludedHouseConsignment/TransportContractDocument/ID`]: 'H-1',
  },
};

const AWB = '125-30000001';
/** A message about another waybill. */
const about = (message: string, number: number): string =>
  message.replaceAll(AWB, `125-3000${String(number).padStart(3, '0')}1`);

/** What every answer to a message has: a report that adds up, or a refusal that says where or why. */
function check(reply: Reply, message: string | Buffer): void {
  const shown = `${reply.text}\n${message.toString()}`;
  expect(reply.status, shown).to.be.oneOf([200, 201, 400, 409, 413, 422]);
  if (reply.status < 400) {
    const { values, unmapped, notes } = reportIn(reply.json);
    expect(values.total, shown).to.equal(values.mapped + values.header + values.derived + values.unmapped);
    for (const { path, line: at, column } of [...unmapped, ...notes]) {
      expect(path, shown).to.match(/^\/\w/);
      expect(Math.min(at, column), shown).to.be.at.least(1);
    }
    return;
  }
  const [first = ''] = messages(reply);
  expect(first, shown).to.match(reply.status === 400 ? /"\d+:\d+ in \// : /\S/);
}

describe('Mutated messages sent to a node', () => {
  for (const type of messageTypes)
    it(`are taken with a report that adds up, or refused with a place: ${COUNT} of ${type}`, async function () {
      this.timeout(Math.max(300_000, COUNT * 1_000));
      const world = await TestContext.start();
      try {
        const sample = await xml(type, samples[type]);
        const random = new Random(seeded(SEED));
        const mutations = new Mutations(random);
        const statuses = new Map<number, number>();
        let left = COUNT;
        const send = async (): Promise<void> => {
          while (left > 0) {
            left -= 1;
            const message = mutations.of(about(sample, random.below(WAYBILLS)));
            const query = random.chance(0.2) ? '?dry-run=true' : random.chance(0.2) ? '?strict=true' : '';
            const reply = await postXml(world.holder, message, query);
            check(reply, message);
            statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, send));
        expect(statuses.get(201), 'messages that were applied').to.be.greaterThan(0);
        expect(statuses.get(400), 'documents that were refused').to.be.greaterThan(0);
        // What they have left is sound: a message as it should be is taken, and its objects are read.
        const { created, changed, waybill } = reportIn(
          (await postXml(world.holder, about(await xml(type, { ...samples[type], ...LATER }), 500))).json,
        );
        expect(created.length + changed.length).to.be.greaterThan(0);
        expect((await world.holder.get(waybill)).status).to.equal(200);
      } finally {
        await world.stop();
      }
    });
});

const LATER: Values = { 'MessageHeaderDocument/IssueDateTime': '2021-04-01T10:00:00Z' };

describe('XML that means harm, sent to a node', () => {
  let world: TestContext;
  let elsewhere: Receiver;
  before(async () => {
    elsewhere = await Receiver.start();
    world = await TestContext.start();
  });
  after(async () => {
    await world.stop();
    await elsewhere.close();
  });

  /** A waybill with something in its root's tag, before it, and in it. */
  const waybill = async ({ head = '', attributes = '', content = '' }): Promise<string> =>
    (await xml('XFWB', waybillValues))
      .replace('?>\n', `?>\n${head}`)
      .replace('<m:Waybill', `<m:Waybill ${attributes}`)
      .replace('<m:MasterConsignment>', `<m:MasterConsignment>${content}`);

  it('makes it fetch nothing, whatever it names', async () => {
    const { url } = elsewhere;
    const taken = {
      'a schema location': {
        attributes: `xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="${url} ${url}/a.xsd"`,
      },
      'a style sheet': { head: `<?xml-stylesheet href="${url}/a.xsl" type="text/xsl"?>` },
      'an inclusion': {
        content: `<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="${url}/b.xml" parse="text"/>`,
      },
      'a base': { attributes: `xml:base="${url}"` },
      'a namespace': { attributes: `xmlns:z="${url}/ns"` },
    };
    for (const [name, parts] of Object.entries(taken)) {
      const reply = await postXml(world.holder, await waybill(parts), '?dry-run=true');
      expect(reply.status, `${name}: ${reply.text}`).to.equal(200);
    }
    const refused = [
      `<!DOCTYPE m:Waybill SYSTEM "${url}/a.dtd">`,
      `<!DOCTYPE m:Waybill PUBLIC "-//x//y" "${url}/a.dtd">`,
      `<!DOCTYPE m:Waybill [<!ENTITY % p SYSTEM "${url}/p.dtd"> %p;]>`,
      `<!DOCTYPE m:Waybill [<!ENTITY e SYSTEM "${url}/e.txt">]>`,
    ];
    for (const head of refused) {
      const reply = await postXml(world.holder, await waybill({ head, content: '<d:ID>&e;</d:ID>' }));
      expect(reply.status, head).to.equal(400);
      expect(messages(reply).join()).to.include('document type');
    }
    expect(elsewhere.calls).to.deep.equal([]);
  });

  it('is refused at its bounds, and taken within them', async () => {
    const strange = (count: number): string => '<d:Strange>1</d:Strange>'.repeat(count);
    const within = await postXml(world.holder, await waybill({ content: strange(20_000) }), '?dry-run=true');
    expect(within.status, within.text.slice(0, 500)).to.equal(200);
    const { unmapped, more } = reportIn(within.json);
    expect([unmapped.length, more]).to.deep.equal([1_000, 19_000]);
    const deep = (depth: number): string => '<d:A>'.repeat(depth) + '</d:A>'.repeat(depth);
    const attributes = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}="1"`).join(' ');
    const beyond: Readonly<Record<string, string>> = {
      [`deeper than ${xmlBounds.depth}`]: await waybill({ content: deep(xmlBounds.depth) }),
      'more than 100000 elements': await waybill({ content: '<d:A/>'.repeat(xmlBounds.elements) }),
      'more than 64 attributes': await waybill({ content: `<d:A ${attributes(65)}/>` }),
      'longer than 65536 bytes': await waybill({ content: `<d:A>${'é'.repeat(40_000)}</d:A>` }),
      'longer than 256 bytes': await waybill({ content: `<d:${'A'.repeat(300)}/>` }),
    };
    for (const [text, message] of Object.entries(beyond)) {
      const reply = await postXml(world.holder, message);
      expect(reply.status, text).to.equal(400);
      expect(messages(reply).join())
        .to.match(/"\d+:\d+ in \//)
        .and.to.include(text);
    }
  });

  it('leaves other requests their turns', async () => {
    const message = await waybill({ content: '<d:Strange a="1">1</d:Strange>'.repeat(15_000) });
    let answered = 0;
    let isDone = false;
    const sent = postXml(world.holder, message, '?dry-run=true').finally(() => {
      isDone = true;
    });
    const beside = async (): Promise<void> => {
      expect((await world.holder.get('/health/live')).status).to.equal(200);
      if (isDone) return;
      answered += 1;
      await beside();
    };
    await beside();
    expect((await sent).status).to.equal(200);
    expect(answered).to.be.greaterThan(5);
  });

  it('has namespaces that make other elements of it, which are reported or refused, never taken for ours', async () => {
    const plain = await waybill({});
    const others = {
      'another namespace of values': plain.replace('iata:datamodel:3', 'iata:datamodel:4'),
      'no namespace of values': plain.replaceAll('d:', '').replace('xmlns:', ''),
      'the root’s namespace for values': plain.replace('iata:datamodel:3', 'iata:waybill:1'),
    };
    for (const [name, message] of Object.entries(others)) {
      const reply = await postXml(world.holder, message, '?dry-run=true');
      expect(reply.status, `${name}: ${reply.text}`).to.be.oneOf([400, 422]);
    }
    for (const attributes of ['xmlns:m="urn:other"', 'xmlns:xml="urn:x"', 'xmlns:xmlns="urn:x"', 'xmlns:q=""'])
      expect((await postXml(world.holder, await waybill({ attributes }))).status, attributes).to.equal(400);
    const asDefault = plain.replaceAll('<m:', '<').replaceAll('</m:', '</').replace('xmlns:m', 'xmlns');
    const redeclared = plain.replaceAll('<d:ID>', '<z:ID xmlns:z="iata:datamodel:3">').replaceAll('</d:ID>', '</z:ID>');
    for (const message of [asDefault, redeclared]) {
      const reply = await postXml(world.holder, message, '?dry-run=true');
      expect(reply.status, reply.text).to.equal(200);
      expect(reportIn(reply.json).unmapped).to.deep.equal([]);
    }
  });

  it('is the same in every encoding that is read, and refused in others', async () => {
    const plain = (await waybill({})).replace('ACME Exports', 'Müller');
    const declared = (name: string): string => plain.replace('encoding="UTF-8"', `encoding="${name}"`);
    const encoded: Readonly<Record<string, Buffer>> = {
      'UTF-8 with its mark': Buffer.from(`\ufeff${plain}`),
      'UTF-16': Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le'),
      'big-endian UTF-16': Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').swap16(),
      'ISO-8859-1': Buffer.from(declared('ISO-8859-1'), 'latin1'),
      'windows-1252': Buffer.from(declared('windows-1252'), 'latin1'),
    };
    const reports = await Promise.all(
      Object.entries(encoded).map(async ([name, body]) => {
        const reply = await postXml(world.holder, body, '?dry-run=true', 'application/xml; charset=us-ascii');
        expect(reply.status, `${name}: ${reply.text}`).to.equal(200);
        return JSON.stringify(reportIn(reply.json).values);
      }),
    );
    expect(new Set(reports).size).to.equal(1);
    for (const name of ['UTF-7', 'EBCDIC-CP-US', 'UTF-32', 'gb18030', 'x-user-defined'])
      expect((await postXml(world.holder, declared(name))).status, name).to.equal(400);
    expect((await postXml(world.holder, Buffer.from(plain, 'latin1'))).status, 'bytes of another').to.equal(400);
  });
});
