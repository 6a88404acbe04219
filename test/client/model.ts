/** A small part of the data model, for tests of the client that need no more. */
import type { Model } from '../../src/client/model.js';
import type { Reference } from '../../src/client/values/types.js';

const cargo = 'https://onerecord.iata.org/ns/cargo#';
const units = 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#';

export const model = {
  namespace: cargo,
  classes: {
    LogisticsObject: {},
    PhysicalLogisticsObject: { superclasses: ['LogisticsObject'] },
    LogisticsActivity: { superclasses: ['LogisticsObject'] },
    Piece: { superclasses: ['PhysicalLogisticsObject'] },
    Shipment: { superclasses: ['LogisticsObject'] },
    Item: { superclasses: ['PhysicalLogisticsObject'] },
    Value: {},
    HandlingInstructions: {},
    Dimensions: {},
    LogisticsEvent: {},
    CodeListElement: {},
  },
  properties: {
    goodsDescription: { range: ['xsd:string'] },
    coload: { range: ['xsd:boolean'] },
    grossWeight: { range: ['Value'] },
    dimensions: { range: ['Dimensions'] },
    height: { range: ['Value'] },
    width: { range: ['Value'] },
    length: { range: ['Value'] },
    unit: { range: ['MeasurementUnitCode'] },
    numericalValue: { range: ['xsd:double'] },
    slac: { range: ['xsd:integer'] },
    upid: { range: ['xsd:string'] },
    shippingMarks: { range: ['xsd:string'], many: true },
    textualHandlingInstructions: { range: ['xsd:string'], many: true },
    handlingInstructions: { range: ['HandlingInstructions'], many: true },
    description: { range: ['xsd:string'] },
    containedItems: { range: ['Item'], many: true },
    ofShipment: { range: ['Shipment'] },
    eventDate: { range: ['xsd:dateTime'] },
    creationDate: { range: ['xsd:dateTime'] },
    eventName: { range: ['xsd:string'] },
    eventCode: { range: ['CodeListElement'] },
    eventTimeType: { range: ['EventTimeType'] },
    code: { range: ['xsd:string'] },
    codeListName: { range: ['xsd:string'] },
  },
  codes: { MeasurementUnitCode: units, EventTimeType: cargo },
} as const satisfies Model;

export const unit = (code: string): Reference => ({ '@id': units + code });

export interface Value {
  '@id'?: string;
  '@type'?: 'Value';
  numericalValue?: number;
  unit?: Reference;
}

export interface HandlingInstructions {
  '@id'?: string;
  '@type'?: 'HandlingInstructions';
  description?: string;
}

export interface Piece {
  '@id'?: string;
  '@type': 'Piece';
  goodsDescription?: string;
  coload?: boolean;
  slac?: number;
  upid?: string;
  grossWeight?: Value;
  dimensions?: { '@id'?: string; '@type'?: 'Dimensions'; height?: Value; width?: Value; length?: Value };
  shippingMarks?: string[];
  textualHandlingInstructions?: string[];
  handlingInstructions?: HandlingInstructions[];
  containedItems?: Reference[];
  ofShipment?: Reference;
}
