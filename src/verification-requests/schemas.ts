/** Verifications in the OpenAPI document. */
import { boolean, link, literal, oneOrMany, resource, schemaRef, wholeNumber } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';

export const tag = {
  name: 'Verifications',
  description: 'From API version 2.1.0 on, any partner may report errors in an object; the holder decides.',
};

/** The example of a posted Verification. */
export const verificationExample = (node: DescriptionContext): JsonValue =>
  node.document({
    '@type': 'api:Verification',
    'api:hasLogisticsObject': node.link(exampleIds.piece),
    'api:hasRevision': literal('1', 'positiveInteger'),
    'api:notifyRequestStatusChange': true,
    'api:hasError': {
      '@type': 'api:Error',
      'api:hasTitle': 'the weight looks wrong',
      'api:hasSeverity': { '@id': 'api:WARNING' },
      'api:hasErrorDetail': {
        '@type': 'api:ErrorDetail',
        'api:hasCode': 'W1',
        'api:hasMessage': 'the scale says 21 kg',
        'api:hasProperty': literal(`${node.namespaces.cargo}grossWeight`, 'anyURI'),
      },
    },
  });

export const schemas: Readonly<Record<string, Schema>> = {
  Verification: resource(
    'The errors that were found in one revision.',
    { const: 'api:Verification' },
    {
      'api:hasError': oneOrMany(schemaRef('Error')),
      'api:hasLogisticsObject': link,
      'api:hasRevision': wholeNumber,
      'api:notifyRequestStatusChange': boolean,
    },
    ['api:hasError', 'api:hasLogisticsObject', 'api:hasRevision'],
  ),
};
