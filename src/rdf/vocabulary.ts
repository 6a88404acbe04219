/**
 * The vocabularies of this node, as RDF terms. The namespaces of the exchange are settings (`API_NS`, `CARGO_NS`), so
 * its vocabulary is created at the start; the other vocabularies are fixed. A name that is missing here does not
 * compile.
 */
import { type IriNode, namedNode } from './terms.js';

type Terms<Name extends string> = Readonly<Record<Name, IriNode>>;

export function terms<Name extends string>(namespace: string, names: readonly Name[]): Terms<Name> {
  const entries = names.map((name) => [name, namedNode(namespace + name)] as const);
  return Object.freeze(Object.fromEntries(entries)) as Terms<Name>;
}

export const rdfNs = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const rdfsNs = 'http://www.w3.org/2000/01/rdf-schema#';
export const provNs = 'http://www.w3.org/ns/prov#';
export const dctermsNs = 'http://purl.org/dc/terms/';
export const aclNs = 'http://www.w3.org/ns/auth/acl#';
export const vcardNs = 'http://www.w3.org/2006/vcard/ns#';
export const xsdNs = 'http://www.w3.org/2001/XMLSchema#';

export const rdfTerms = terms(rdfNs, [
  'type',
  'first',
  'rest',
  'nil',
  'langString',
  'dirLangString',
  'JSON',
  'Property',
]);
export const rdfs = terms(rdfsNs, [
  'Class',
  'subClassOf',
  'label',
  'comment',
  'domain',
  'range',
  'seeAlso',
  'Literal',
  'Datatype',
  'Resource',
  'subPropertyOf',
]);
export const xsd = terms(xsdNs, [
  'string',
  'boolean',
  'integer',
  'decimal',
  'double',
  'float',
  'dateTime',
  'anyURI',
  'base64Binary',
  'positiveInteger',
  'nonNegativeInteger',
]);
export const prov = terms(provNs, [
  'Bundle',
  'Entity',
  'specializationOf',
  'generatedAtTime',
  'invalidatedAtTime',
  'wasGeneratedBy',
  'wasAttributedTo',
  'wasRevisionOf',
  'wasDerivedFrom',
  'wasInvalidatedBy',
  'wasAssociatedWith',
  'wasInfluencedBy',
  'value',
]);
export const dcterms = terms(dctermsNs, [
  'conformsTo',
  'created',
  'modified',
  'identifier',
  'isReplacedBy',
  'references',
  'source',
  'available',
  'extent',
  'hasVersion',
  'isVersionOf',
  'issued',
  'type',
  'accessRights',
  'audience',
  'subject',
  'title',
]);
export const acl = terms(aclNs, [
  'Authorization',
  'AuthenticatedAgent',
  'agent',
  'agentClass',
  'agentGroup',
  'accessTo',
  'default',
  'mode',
  'Read',
  'Write',
  'Append',
  'Control',
]);
export const vcard = terms(vcardNs, ['hasMember']);

const requestKinds = ['CHANGE_REQUEST', 'ACCESS_DELEGATION_REQUEST', 'SUBSCRIPTION_REQUEST'] as const;
const outcomes = ['PENDING', 'ACCEPTED', 'REJECTED', 'FAILED', 'REVOKED'] as const;
const verificationOutcomes = ['PENDING', 'ACKNOWLEDGED', 'REJECTED', 'FAILED', 'REVOKED'] as const;

const apiNames = [
  'AccessDelegation',
  'AccessDelegationRequest',
  'AuditTrail',
  'Change',
  'ChangeRequest',
  'Collection',
  'Error',
  'ErrorDetail',
  'ErrorDetails',
  'EventCreationResult',
  'LogisticsObjectsQuery',
  'MultiStatusResponse',
  'Notification',
  'Operation',
  'OperationObject',
  'RequestStatus',
  'RequestStatusEntry',
  'ServerInformation',
  'Subscription',
  'SubscriptionRequest',
  'Verification',
  'VerificationRequest',
  'expiresAt',
  'hasAccessDelegation',
  'hasActionRequest',
  'hasChange',
  'hasChangeRequest',
  'hasChangedProperty',
  'hasCode',
  'hasContentType',
  'hasCreationResult',
  'hasDataHolder',
  'hasDatatype',
  'hasDescription',
  'hasError',
  'hasErrorDetail',
  'hasEventType',
  'hasHTTPStatus',
  'hasItem',
  'hasLatestRevision',
  'hasLogisticsEvent',
  'hasLogisticsObject',
  'hasLogisticsObjectRef',
  'hasLogisticsObjectType',
  'hasLogisticsObjects',
  'hasMessage',
  'hasOperation',
  'hasPermission',
  'hasProperty',
  'hasRequestStatus',
  'hasRequestStatusHistory',
  'hasRequestStatusSince',
  'hasResource',
  'hasRevision',
  'hasServerEndpoint',
  'hasSeverity',
  'hasSubscriber',
  'hasSubscription',
  'hasSupportedApiVersion',
  'hasSupportedContentType',
  'hasSupportedLanguage',
  'hasSupportedOntology',
  'hasSupportedOntologyVersion',
  'hasTitle',
  'hasTopic',
  'hasTopicType',
  'hasTotalCreated',
  'hasTotalFailed',
  'hasTotalItems',
  'hasValue',
  'hasVerification',
  'hasVerificationRequest',
  'includeSubscriptionEventType',
  'isChangedBy',
  'isRequestedAt',
  'isRequestedBy',
  'isRequestedFor',
  'isRevokedAt',
  'isRevokedBy',
  'isTriggeredBy',
  'notifyRequestStatusChange',
  'o',
  'op',
  'p',
  'revokedAt',
  's',
  'sendLogisticsObjectBody',
  'usesOrchestration',
  'ERROR',
  'WARNING',
  'ADD',
  'DELETE',
  'GET_LOGISTICS_EVENT',
  'GET_LOGISTICS_OBJECT',
  'PATCH_LOGISTICS_OBJECT',
  'POST_LOGISTICS_EVENT',
  'LOGISTICS_OBJECT_TYPE',
  'LOGISTICS_OBJECT_IDENTIFIER',
  'LOGISTICS_OBJECT_CREATED',
  'LOGISTICS_OBJECT_UPDATED',
  'LOGISTICS_EVENT_RECEIVED',
  'LOGISTICS_OBJECT_AVAILABLE',
  'LOGISTICS_OBJECT_ACCESS_GRANTED',
  'REQUEST_PENDING',
  'REQUEST_ACCEPTED',
  'REQUEST_ACKNOWLEDGED',
  'REQUEST_REJECTED',
  'REQUEST_FAILED',
  'REQUEST_REVOKED',
  ...requestKinds.flatMap((kind) => outcomes.map((outcome) => `${kind}_${outcome}` as const)),
  ...verificationOutcomes.map((outcome) => `VERIFICATION_REQUEST_${outcome}` as const),
] as const;

const cargoNames = [
  'LogisticsEvent',
  'LogisticsObject',
  'Organization',
  'code',
  'creationDate',
  'eventCode',
  'eventDate',
  'eventFor',
  'events',
  'name',
  'numericalValue',
  'recordingOrganization',
  'unit',
] as const;

export type ApiName = (typeof apiNames)[number];
type CargoName = (typeof cargoNames)[number];

export interface Namespaces {
  readonly api: string;
  readonly cargo: string;
  readonly codeLists: string;
}

/** The vocabulary of the exchange in the configured namespaces. */
export interface Vocabulary {
  readonly namespaces: Namespaces;
  readonly api: Terms<ApiName>;
  readonly cargo: Terms<CargoName>;
}

export const standardNamespaces: Namespaces = {
  api: 'https://onerecord.iata.org/ns/api#',
  cargo: 'https://onerecord.iata.org/ns/cargo#',
  codeLists: 'https://onerecord.iata.org/ns/code-lists/',
};

export function createVocabulary(namespaces: Namespaces = standardNamespaces): Vocabulary {
  return { namespaces, api: terms(namespaces.api, apiNames), cargo: terms(namespaces.cargo, cargoNames) };
}
