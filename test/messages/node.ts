/** Messages sent to a node. */
import { expect } from 'chai';
import { type MessageReport, messageReport } from '../../src/messages/schemas.js';
import type { Mappings, MessageType } from '../../src/messages/mapping/mappings.js';
import type { Json, Party, Reply } from '../support/node.js';
import { mappingOf, messageOf, required, shippedMappings, type Values } from './support.js';

export const AWB = '125-30000001';

/** A waybill with two lines, five pieces, a shipper and a flight. */
export const waybillValues: Values = {
  ...required.XFWB,
  'MessageHeaderDocument/SenderParty/PrimaryID': 'REUAGT12/FRA01',
  'MessageHeaderDocument/SenderParty/PrimaryID/@schemeID': 'P',
  'MasterConsignment/IncludedTareGrossWeightMeasure': '90.5',
  'MasterConsignment/IncludedTareGrossWeightMeasure/@unitCode': 'KGM',
  'MasterConsignment/TotalPieceQuantity': '3',
  'MasterConsignment/ConsignorParty/Name': 'ACME Exports',
  'MasterConsignment/ConsignorParty/PostalStructuredAddress/CityName': 'Frankfurt',
  'MasterConsignment/OriginLocation/ID': 'FRA',
  'MasterConsignment/FinalDestinationLocation/ID': 'JFK',
  'MasterConsignment/SpecifiedLogisticsTransportMovement/ID': 'LH400',
  'MasterConsignment/SpecifiedLogisticsTransportMovement/SequenceNumeric': '1',
};

export async function xml(type: MessageType, values: Values): Promise<string> {
  const mappings: Mappings = await shippedMappings();
  return messageOf(mappingOf(mappings, type), values);
}

/** Posts a message as it is. */
export function postXml(party: Party, body: string | Buffer, query = '', type = 'application/xml'): Promise<Reply> {
  return party.send('POST', `/internal/messages${query}`, { body, headers: { 'Content-Type': type } });
}

/** Sends a message made of values; it must be taken. */
export async function send(party: Party, type: MessageType, values: Values, query = ''): Promise<MessageReport> {
  const reply = await postXml(party, await xml(type, values), query);
  expect(reply.status, reply.text).to.be.oneOf([200, 201]);
  return reportIn(reply.json);
}

export const reportIn = (json: Json): MessageReport => messageReport.parse(json);
