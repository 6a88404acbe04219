/** Contents of objects that are hard to sign: what one processor writes differently from another would not verify. */
import type { JsonObject } from './world.js';

const xsd = 'http://www.w3.org/2001/XMLSchema#';

const value = (text: string, type = 'double'): JsonObject => ({ '@type': `${xsd}${type}`, '@value': text });

export const credentialContents: Readonly<Record<string, JsonObject>> = {
  'non-ASCII letters, some beyond the Basic Multilingual Plane': {
    'cargo:goodsDescription': 'Käse „Öre" \u{1F600} 冷藏\n\t\\"',
    'cargo:textualHandlingInstructions': ['\u{1F600}', '冷', 'é', 'e\u0301'],
  },
  languages: {
    'cargo:goodsDescription': [
      { '@language': 'de-AT', '@value': 'Topfen' },
      { '@language': 'en', '@value': 'curd' },
    ],
  },
  numbers: {
    'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': 20.5 },
    'cargo:volumetricWeight': { '@type': 'cargo:VolumetricWeight', 'cargo:conversionFactor': value('0.1') },
  },
  'large and small numbers': {
    'cargo:dimensions': {
      '@type': 'cargo:Dimensions',
      'cargo:height': { '@type': 'cargo:Value', 'cargo:numericalValue': 1e21 },
      'cargo:length': { '@type': 'cargo:Value', 'cargo:numericalValue': value('1.2345678901234567E-7') },
      'cargo:width': { '@type': 'cargo:Value', 'cargo:numericalValue': 0 },
    },
  },
  'truth values and codes': {
    'cargo:stackable': true,
    'cargo:grossWeight': {
      '@type': 'cargo:Value',
      'cargo:numericalValue': 7,
      'cargo:unit': { '@id': 'https://onerecord.iata.org/ns/code-lists/MeasurementUnitCode#KGM' },
    },
  },
  'dates and embedded objects in embedded objects': {
    'cargo:customsInformation': {
      '@type': 'cargo:CustomsInformation',
      'cargo:note': 'seen',
      'cargo:expiryDate': { '@type': `${xsd}dateTime`, '@value': '2026-03-01T10:00:00.5+01:00' },
    },
    'cargo:otherIdentifiers': [
      { '@type': 'cargo:OtherIdentifier', 'cargo:textualValue': 'A-1' },
      { '@type': 'cargo:OtherIdentifier', 'cargo:textualValue': 'A-2' },
    ],
  },
  'lists in lists': {
    'https://example.org/ns#ranking': { '@list': ['a', { '@list': ['b', 'c'] }, { '@id': 'https://example.org/d' }] },
  },
  'links and properties of other vocabularies': {
    'https://schema.org/name': 'a name',
    'https://w3id.org/security#proof': 'a text',
    'cargo:ofShipment': { '@id': 'https://partner.example/logistics-objects/shipment-1' },
  },
};

/** Values that UTF-16 code units put into another order than code points, which RDFC-1.0 demands. */
export const otherOrder: JsonObject = { 'cargo:textualHandlingInstructions': ['\u{1F600}', '\uFF21'] };
