/** What becomes of statuses in messages (X16, X36 to X45), and what counts messages (X90). */
import { expect } from 'chai';
import { send } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import { C, FLIGHT, ISSUED, leftOut, noted, STATUS, Waybill } from './cargo-xml-support.js';
import { conformance, type Statement } from './statement.js';

const REASON = `${C}/ReportedStatus/ReasonCode`;
const at = (time: string): Values => ({ [`${FLIGHT}/SpecifiedEvent/OccurrenceDateTime`]: time });
const nine = at('2021-03-10T09:00:00Z');

const statements: Statement[] = [
  {
    section: 'X36',
    statement: 'a discrepancy is a code of its own; an unknown one is the name of the event, and reported',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const known = await waybill.xfsu({ [REASON]: 'DIS', [`${STATUS}/DiscrepancyDescriptionCode`]: 'FDAV', ...nine });
      expect(await waybill.at('eventCode', known.events[0])).to.deep.equal(['DIS_FDAV']);
      const unknown = await waybill.xfsu({
        [REASON]: 'DIS',
        [`${STATUS}/DiscrepancyDescriptionCode`]: 'ZZZZ',
        ...nine,
      });
      expect(leftOut(unknown)).to.deep.equal(['unknown-code DiscrepancyDescriptionCode ZZZZ']);
      expect(await waybill.at('eventName', unknown.events[0])).to.deep.equal(['DIS']);
    },
  },
  {
    section: 'X37',
    statement: 'without a time the date is that of the flight, else of the message, and this is noted',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const departed = await waybill.xfsu({
        [REASON]: 'DEP',
        [`${FLIGHT}/ID`]: 'LH400',
        [`${FLIGHT}/DepartureEvent/DepartureOccurrenceDateTime`]: '2021-03-10T12:00:00Z',
        [`${FLIGHT}/DepartureEvent/DepartureDateTimeTypeCode`]: 'A',
      });
      expect(noted(departed)).to.include('date-assumed 2021-03-10T12:00:00Z');
      expect(await waybill.at('eventDate', departed.events[0])).to.deep.equal(['2021-03-10T12:00:00Z']);
      const received = await waybill.xfsu();
      expect(noted(received)).to.include('date-assumed 2021-03-10T10:00:00Z');
    },
  },
  {
    section: 'X38',
    statement: 'what was recorded is of the event; a status fills what the waybill lacks and corrects nothing',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      const report = await waybill.xfsu({
        ...nine,
        [`${C}/OriginLocation/ID`]: 'MUC',
        [`${STATUS}/TransportSplitDescription`]: 'P',
        [`${STATUS}/GrossWeightMeasure`]: '40',
        [`${STATUS}/GrossWeightMeasure/@unitCode`]: 'KGM',
        [`${STATUS}/ApplicableLogisticsServiceCharge/ServiceTypeCode`]: 'A',
      });
      const [event] = report.events;
      expect(await waybill.at('partialEventIndicator', event)).to.deep.equal(['true']);
      expect((await waybill.at('recordedWeight/numericalValue', event)).map(Number)).to.deep.equal([40]);
      expect((await waybill.at('recordedPieceCount', event)).map(Number)).to.deep.equal([2]);
      expect((await waybill.at('totalGrossWeight/numericalValue', '-shipment')).map(Number)).to.deep.equal([90.5]);
      expect(await waybill.at('departureLocation')).to.deep.equal(['location-FRA']);
      expect(leftOut(report)).to.deep.equal([`differs ID MUC ${world.uri('/logistics-objects/location-FRA')}`]);
      expect(report.created).to.deep.equal([]);
      expect(await waybill.at('serviceCode')).to.deep.equal(['A']);
    },
  },
  {
    section: 'X39',
    statement: 'the flight of a status is the movement of the plan; a newer time of a kind replaces the earlier one',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      const estimated = (time: string, issued: string): Values => ({
        [REASON]: 'RCS',
        [ISSUED]: issued,
        [`${FLIGHT}/ID`]: 'LH400',
        [`${FLIGHT}/ArrivalEvent/ArrivalOccurrenceDateTime`]: time,
        [`${FLIGHT}/ArrivalEvent/ArrivalDateTimeTypeCode`]: 'E',
        ...nine,
      });
      const times = (): Promise<string[]> => waybill.at('movementTimes/movementTimestamp', '-movement-1');
      const first = await waybill.xfsu(estimated('2021-03-11T12:00:00Z', '2021-03-11T08:00:00Z'));
      expect(await waybill.at('transportMovementReference', first.events[0])).to.deep.equal([
        `${waybill.id}-movement-1`,
      ]);
      expect(await times()).to.deep.equal(['2021-03-11T12:00:00Z']);
      await waybill.xfsu(estimated('2021-03-11T13:00:00Z', '2021-03-11T09:00:00Z'));
      expect(await times()).to.deep.equal(['2021-03-11T13:00:00Z']);
      // It was issued before the last one.
      await waybill.xfsu(estimated('2021-03-11T11:00:00Z', '2021-03-11T07:00:00Z'));
      expect(await times()).to.deep.equal(['2021-03-11T13:00:00Z']);
      const other = await waybill.xfsu({ [`${FLIGHT}/ID`]: 'LH8400', ...nine });
      expect(await waybill.at('transportMovementReference', other.events[0])).to.deep.equal([
        `${waybill.id}-movement-LH8400`,
      ]);
    },
  },
  {
    section: 'X40',
    statement: 'of several places the one that fits the code is the event’s, the others are the flight’s',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const { events } = await waybill.xfsu({
        ...nine,
        [REASON]: 'DEP',
        [`${FLIGHT}/ID`]: 'LH400',
        [`${FLIGHT}/SpecifiedLocation[1]/ID`]: 'JFK',
        [`${FLIGHT}/SpecifiedLocation[1]/FlightStatusTypeCode`]: 'Arrival',
        [`${FLIGHT}/SpecifiedLocation[2]/ID`]: 'FRA',
        [`${FLIGHT}/SpecifiedLocation[2]/FlightStatusTypeCode`]: 'Departure',
      });
      expect(await waybill.at('eventLocation', events[0])).to.deep.equal(['location-FRA']);
      expect(await waybill.at('transportMovementReference/arrivalLocation', events[0])).to.deep.equal(['location-JFK']);
    },
  },
  {
    section: 'X41',
    statement: 'who handed over and who took over are carriers of the event, others are involved',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const carriers = {
        ...nine,
        [`${STATUS}/AssociatedTransferredFromParty/PrimaryID`]: 'LH',
        [`${FLIGHT}/CarrierParty/PrimaryID`]: 'UA',
      };
      const handed = await waybill.xfsu({ ...carriers, [REASON]: 'TFD' });
      expect(await waybill.at('transferredFrom', handed.events[0])).to.deep.equal(['carrier-LH']);
      expect(await waybill.at('transferredTo', handed.events[0])).to.deep.equal(['carrier-UA']);
      const other = await waybill.xfsu({ ...carriers, [REASON]: 'RCT' });
      expect(await waybill.at('transferredTo', other.events[0])).to.deep.equal([]);
      expect(await waybill.at('involvedParties/partyDetails', other.events[0])).to.deep.equal(['carrier-UA']);
    },
  },
  {
    section: 'X42',
    statement: 'texts are the name of the event; a handling code is of the pieces, unless the status is partial',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const handling = (code: string): Values => ({
        ...nine,
        [`${C}/TotalPieceQuantity`]: '2',
        [`${STATUS}/HandlingOSIInstructions[1]/Description`]: 'Wet',
        [`${STATUS}/HandlingOSIInstructions[2]/Description`]: 'Dried',
        [`${STATUS}/HandlingOSIInstructions[2]/DescriptionCode`]: code,
      });
      const { events } = await waybill.xfsu(handling('RBI'));
      expect(await waybill.at('eventName', events[0])).to.deep.equal(['Wet\nDried']);
      expect(await waybill.at('specialHandlingCodes', '-piece-1')).to.deep.equal(['RBI']);
      const partial = await waybill.xfsu({ ...handling('AVI'), [`${STATUS}/TransportSplitDescription`]: 'P' });
      expect(leftOut(partial)).to.include('no-place DescriptionCode AVI');
    },
  },
  {
    section: 'X43; X16',
    statement: 'a house that a status names gets the event as well, if it is here; ULDs of a status are made',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfwb();
      const house = { [`${STATUS}/IncludedHouseConsignment/TransportContractDocument/ID`]: 'H-1' };
      expect(leftOut(await waybill.xfsu({ ...nine, ...house }))).to.deep.equal(['no-place ID H-1']);
      const about = { [`${C}/TransportContractDocument/ID`]: waybill.awb };
      const pieces = { [`${C}/IncludedHouseConsignment/TotalPieceQuantity`]: '1' };
      await send(world.holder, 'XFHL', { ...required.XFHL, ...about, ...pieces });
      const uld = `${STATUS}/UtilizedUnitLoadTransportEquipment`;
      const both = await waybill.xfsu({
        ...at('2021-03-10T10:00:00Z'),
        ...house,
        [`${uld}/ID`]: '12345',
        [`${uld}/CharacteristicCode`]: 'AKE',
        [`${uld}/Serviceability`]: 'false',
      });
      expect(both.events.map((event) => world.path(event).split('/')[2]?.replace(waybill.id, ''))).to.have.members([
        '-shipment',
        'h-H-1-shipment',
      ]);
      const [made] = both.created.filter(({ type }) => type === 'ULD');
      expect(await waybill.at('serviceabilityCode', made?.object)).to.deep.equal(['DAM']);
    },
  },
  {
    section: 'X45',
    statement: 'a status that differs is another event, and the report names the older one',
    holds: async (world) => {
      const waybill = new Waybill(world);
      const first = await waybill.xfsu(nine);
      const other = await waybill.xfsu({ ...nine, [`${STATUS}/PieceQuantity`]: '1' });
      expect(other.events).to.have.length(1).and.not.to.deep.equal(first.events);
      expect(noted(other)).to.include(`precedes ${String(first.events[0])}`);
      const customs = await waybill.xfsu({
        ...nine,
        [REASON]: 'OCI',
        [`${STATUS}/IncludedCustomsNote/Content`]: 'TAX1',
      });
      expect(customs.events).to.deep.equal([]);
      expect(leftOut(customs)).to.include('no-event PieceQuantity 2');
      expect(await waybill.at('customsInformation/otherCustomsInformation', '-shipment')).to.deep.equal(['TAX1']);
    },
  },
  {
    section: 'X47; X50',
    statement: 'a status takes nothing away: what an earlier one said stays',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfsu({ ...nine, [`${C}/OriginLocation/ID`]: 'FRA', [`${C}/TotalPieceQuantity`]: '2' });
      const { changed } = await waybill.xfsu({ ...at('2021-03-10T10:00:00Z'), [ISSUED]: '2021-03-11T10:00:00Z' });
      expect(changed).to.deep.equal([]);
      expect(await waybill.at('departureLocation')).to.deep.equal(['location-FRA']);
      expect(await waybill.at('pieces', '-shipment')).to.have.length(2);
    },
  },
  {
    section: 'X90',
    statement: 'metrics count messages by type and outcome, and values by what became of them',
    holds: async (world) => {
      const waybill = new Waybill(world);
      await waybill.xfsu({ ...nine, [`${C}/RoutingLocation/ID`]: 'AMS' });
      const { text } = await world.holder.get('/metrics');
      expect(text).to.match(/^cargograph_messages_total\{.*type="XFSU".*outcome="applied".*\} [1-9]/m);
      expect(text).to.match(/^cargograph_message_values_total\{.*type="XFSU".*fate="unmapped".*\} [1-9]/m);
      expect(text).to.match(/^cargograph_message_seconds/m);
      expect(text).not.to.include(waybill.awb);
    },
  },
];

conformance('Cargo-XML: statuses', statements);
