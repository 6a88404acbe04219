/** Verifications: telling the holder what is wrong in an object. */
import { boolean, link, literal, oneOrMany, resource, schemaRef, wholeNumber } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { created, jsonLdBody, moved, requestLinks } from '../openapi/responses.js';
import { parameterRefs } from '../openapi/parameters.js';
import { exampleIds, type DescriptionContext, type OpenApiSection } from '../openapi/section.js';
import type { JsonValue } from '../openapi/types.js';

/** A Verification, as it is posted. */
function verificationExample(node: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
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
  };
}

export function verificationRequests(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Verifications',
    description: 'From API version 2.1.0 on, any partner may report what is wrong in an object; the holder decides.',
  };
  const tagged = { tag: tag.name, security: node.security };
  return {
    tag,
    paths: {
      '/logistics-objects/{id}': address(tagged, {
        post: {
          id: 'requestVerification',
          summary: 'Report errors in a Logistics Object',
          description:
            'Creates a VerificationRequest, which the holder acknowledges or rejects; the object does not change. It fails at once for another revision than the latest, or for a property that the data model does not have.',
          accessLevel: 'authenticated',
          feature: 'verificationRequests',
          parameters: parameterRefs('object'),
          body: jsonLdBody(schemaRef('Verification'), node.document(verificationExample(node))),
          responses: { 201: created('The VerificationRequest', requestLinks), ...moved },
          errors: [400, 404, 415],
        },
      }),
    },
    schemas: {
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
    },
  };
}
