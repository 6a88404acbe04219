/**
 * What each lookup answers, in SPARQL: a SELECT of `?partition` (a plain literal), `?order` (an integer or an xsd:dateTime)
 * and `?value` over the named graphs.
 *
 * The queries of requests and notifications filter by the names of graphs as well as by content, because an event or a
 * received notification may contain any statement, also that it is an action request.
 */
import { acl, dctermsNs, provNs, vcard, type Vocabulary, xsdNs } from '../../src/rdf/vocabulary.js';
import type { UriScheme } from '../../src/uris.js';

/** The number that the first hexadecimal digits of a text make. */
function hexNumber(text: string, digits: number): string {
  return Array.from({ length: digits }, (_, index) => {
    const digit = `STRLEN(STRBEFORE("0123456789abcdef", SUBSTR(${text}, ${String(index + 1)}, 1)))`;
    return `${digit} * ${String(16 ** (digits - 1 - index))}`;
  }).join(' + ');
}

/** A member of an object of JSON: the group of the pattern of its value. */
function jsonMember(name: string, value: string): string {
  return `REPLACE(STR(?json), ${JSON.stringify(`^.*"${name}":${value}.*$`)}, "$1")`;
}

/** The query of each lookup by its name. */
export function lookupDefinitions({ base }: UriScheme, { namespaces, api }: Vocabulary): ReadonlyMap<string, string> {
  const prefixes = Object.entries({
    api: namespaces.api,
    cargo: namespaces.cargo,
    dcterms: dctermsNs,
    prov: provNs,
    xsd: xsdNs,
  })
    .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
    .join(' ');
  const isRequest = `STRSTARTS(STR(?value), "${base}/action-requests/")`;
  const local = (name: string): string => `SUBSTR(STR(${name}), ${String(namespaces.api.length + 1)})`;
  const agentProperties = [
    acl.agent,
    acl.agentClass,
    vcard.hasMember,
    api.isRequestedBy,
    api.isRequestedFor,
    api.hasSubscriber,
  ];
  const requests = (where: string, order = '?requestedAt'): string => `
    GRAPH ?value {
      ?value a ?kind ; api:hasRequestStatus ?status ; api:hasRequestStatusSince ?statusSince ;
        api:isRequestedBy ?requestor ; api:isRequestedAt ?requestedAt
    }
    FILTER(${isRequest})
    BIND(${order} AS ?order)
    ${where}`;
  const aboutObject = 'GRAPH ?value { ?any api:hasLogisticsObject ?object } FILTER(ISIRI(?object))';
  const queueStates = (folder: string, time = 'dcterms:created'): string => `
      GRAPH ?value { ?value api:hasSubscriber ?receiver ; ${time} ?order }
      FILTER(STRSTARTS(STR(?value), "${base}/${folder}/"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, "", STR(?receiver)) AS ?partition)`;
  const definitions: Readonly<Record<string, string>> = {
    objects: `
      GRAPH ?head { ?value api:hasLatestRevision ?revision ; dcterms:created ?order ; a ?type }
      FILTER(STR(?head) = CONCAT(STR(?value), "/head"))
      { BIND("" AS ?all) } UNION { BIND(true AS ?typed) }
      BIND(COALESCE(?all, STR(?type)) AS ?partition)`,
    'objects-by-change': `
      GRAPH ?head { ?value api:hasLatestRevision ?revision ; dcterms:modified ?order ; a ?type }
      FILTER(STR(?head) = CONCAT(STR(?value), "/head"))
      { BIND("" AS ?all) } UNION { BIND(true AS ?typed) }
      BIND(COALESCE(?all, STR(?type)) AS ?partition)`,
    'inbound-links': `
      GRAPH ?links { ?value dcterms:created ?order ; dcterms:references ?target }
      FILTER(STR(?links) = CONCAT(STR(?value), "/links") && ISIRI(?target))
      BIND(STR(?target) AS ?partition)`,
    identifiers: `
      {
        GRAPH ?head { ?object api:hasLatestRevision ?revision }
        FILTER(STR(?head) = CONCAT(STR(?object), "/head"))
        BIND(STRAFTER(STR(?object), "/logistics-objects/") AS ?id)
        BIND(CONCAT(REPLACE(UCASE(?id), "[-.]", ""), "/@id") AS ?text)
      } UNION {
        GRAPH ?head { ?object api:hasLatestRevision ?revision ; dcterms:identifier ?text }
        FILTER(STR(?head) = CONCAT(STR(?object), "/head"))
        BIND(STRAFTER(STR(?object), "/logistics-objects/") AS ?id)
      } UNION {
        GRAPH ?object { ?object api:isRequestedBy ?agent }
        FILTER(STRSTARTS(STR(?object), "${base}/action-requests/"))
        BIND(STRAFTER(STR(?object), "/action-requests/") AS ?id)
        BIND(CONCAT(REPLACE(UCASE(?id), "[-.]", ""), "/@request") AS ?text)
      }
      FILTER(STRLEN(STRBEFORE(?text, "/")) >= 2)
      BIND(IRI(CONCAT("identifier:", ?text, "/", ?id)) AS ?value)
      BIND(SUBSTR(?text, 1, 2) AS ?partition) BIND(0 AS ?order)`,
    events: `
      GRAPH ?value { ?value cargo:eventFor ?object ; cargo:creationDate ?order }
      FILTER(STRSTARTS(STR(?value), CONCAT(STR(?object), "/logistics-events/")))
      BIND(STR(?object) AS ?partition)`,
    'recorded-events': `
      GRAPH ?graph { ?value prov:generatedAtTime ?order }
      FILTER(CONTAINS(STR(?value), "/logistics-events/") && STR(?graph) = CONCAT(STR(?value), "/provenance"))
      BIND(STRBEFORE(STR(?value), "/logistics-events/") AS ?partition)`,
    'graphs-by-agent': `
      VALUES ?property { ${agentProperties.map(({ value }) => `<${value}>`).join(' ')} }
      GRAPH ?value { ?any ?property ?agent }
      FILTER(${isRequest} || STRENDS(STR(?value), "/acl"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, STR(?agent), "") AS ?partition)
      BIND(SHA256(STR(?agent)) AS ?hash)
      BIND(IF(?shape = 0, 0, ${hexNumber('?hash', 12)}) AS ?order)`,
    'replaced-access-lists': `
      GRAPH ?value { ?any ?property ?thing }
      FILTER(STRSTARTS(STR(?value), "${base}/logistics-objects/") && CONTAINS(STR(?value), "/acl/revisions/"))
      BIND(STRBEFORE(STR(?value), "/acl/revisions/") AS ?partition)
      BIND(xsd:integer(STRAFTER(STR(?value), "/acl/revisions/")) AS ?order)`,
    'requests-by-state': requests(`
      VALUES ?shape { 0 1 2 3 }
      BIND(IF(?shape = 0, "", IF(?shape = 1, ${local('?status')}, IF(?shape = 2, ${local('?kind')},
        CONCAT(${local('?status')}, " ", ${local('?kind')})))) AS ?partition)`),
    'requests-by-requestor': requests(`
      GRAPH ?value { ?value api:isRequestedBy ?requestor }
      VALUES ?shape { 0 1 2 3 }
      BIND(STR(?requestor) AS ?agent)
      BIND(IF(?shape = 0, ?agent, CONCAT(?agent, " ", IF(?shape = 1, ${local('?status')}, IF(?shape = 2, ${local('?kind')},
        CONCAT(${local('?status')}, " ", ${local('?kind')}))))) AS ?partition)`),
    'requests-by-object': requests(`
      ${aboutObject}
      GRAPH ?value { ?value api:isRequestedBy ?requestor }
      VALUES ?shape { 0 1 2 3 }
      BIND(CONCAT(STR(?object), " ", ${local('?status')}, " ", ${local('?kind')}) AS ?inStatus)
      BIND(IF(?shape = 0, STR(?object), IF(?shape = 1, CONCAT(STR(?object), " ", ${local('?kind')}),
        IF(?shape = 2, ?inStatus, CONCAT(STR(?requestor), " ", ?inStatus)))) AS ?partition)`),
    'pending-changes': requests(`
      FILTER(?kind = api:ChangeRequest && ?status = api:REQUEST_PENDING)
      ${aboutObject}
      BIND(STR(?object) AS ?partition)`),
    'updated-changes': requests(
      `
      FILTER(?kind = api:ChangeRequest)
      ${aboutObject}
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, STR(?object), CONCAT(STR(?object), " ", ${local('?status')})) AS ?partition)`,
      '?statusSince',
    ),
    'updated-verifications': requests(
      `
      FILTER(?kind = api:VerificationRequest)
      ${aboutObject}
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, STR(?object), CONCAT(STR(?object), " ", ${local('?status')})) AS ?partition)`,
      '?statusSince',
    ),
    'subscriptions-by-topic': requests(`
      FILTER(?kind = api:SubscriptionRequest && ?status = api:REQUEST_ACCEPTED)
      GRAPH ?value { ?value api:hasSubscription/api:hasTopic ?topic }
      BIND(STR(?topic) AS ?partition)`),
    'pending-subscriptions': requests(`
      FILTER(?kind = api:SubscriptionRequest && ?status = api:REQUEST_PENDING)
      GRAPH ?value { ?value api:hasSubscription/api:hasTopic ?topic ; api:isRequestedBy ?requestor }
      BIND(CONCAT(STR(?requestor), " ", STR(?topic)) AS ?partition)`),
    'derived-delegations': `
      VALUES ?status { api:REQUEST_PENDING api:REQUEST_ACCEPTED }
      GRAPH ?value { ?value a api:AccessDelegationRequest ; api:hasRequestStatus ?status ; prov:wasDerivedFrom ?source }
      FILTER(${isRequest})
      BIND(STR(?source) AS ?partition) BIND(0 AS ?order)`,
    outbox: `
      GRAPH ?value { ?value dcterms:identifier ?order ; api:hasSubscriber ?receiver ; api:hasTopic ?topic }
      FILTER(STRSTARTS(STR(?value), "${base}/outbox/"))
      OPTIONAL { GRAPH ?value { ?value dcterms:source ?received } }
      VALUES ?shape { 0 1 2 }
      FILTER(?shape != 2 || BOUND(?received))
      BIND(IF(?shape = 0, "", IF(?shape = 1, CONCAT(STR(?receiver), " ", STR(?topic)), CONCAT("received ", STR(?received))))
        AS ?partition)`,
    'delivery-queues': `
      GRAPH ?value { ?value dcterms:identifier ?sequence ; api:hasSubscriber ?receiver ; api:hasTopic ?topic }
      FILTER(STRSTARTS(STR(?value), "${base}/outbox/"))
      BIND("" AS ?partition)
      BIND(SHA256(CONCAT(STR(?receiver), " ", STR(?topic))) AS ?hash)
      BIND(${hexNumber('?hash', 12)} AS ?order)`,
    receipts: `
      GRAPH ?graph { ?value prov:value ?json }
      FILTER(STRSTARTS(STR(?graph), "${base}/receipts/"))
      VALUES ?shape { 0 1 2 3 4 }
      BIND(${jsonMember('subscriber', '"([^"]*)"')} AS ?subscriber)
      BIND(${jsonMember('topic', '"([^"]*)"')} AS ?topic)
      BIND(${jsonMember('object', '"([^"]*)"')} AS ?object)
      FILTER(?shape != 3 || CONTAINS(STR(?json), ${JSON.stringify('"object":')}))
      BIND(IF(CONTAINS(STR(?json), ${JSON.stringify('"received":')}),
        CONCAT("received ", ${jsonMember('received', '"([^"]*)"')}),
        CONCAT("notification ", ${jsonMember('notification', '"([^"]*)"')})) AS ?told)
      BIND(IF(?shape = 0, "", IF(?shape = 1, ?subscriber, IF(?shape = 2, CONCAT(?subscriber, " ", ?topic),
        IF(?shape = 3, ?object, ?told)))) AS ?partition)
      BIND(xsd:integer(${jsonMember('confirmedAt', '([0-9]+)')}) AS ?order)`,
    'delivery-pauses': queueStates('delivery-pauses'),
    'ended-delivery-pauses': queueStates('ended-delivery-pauses', 'prov:invalidatedAtTime'),
    'delivery-failures': queueStates('delivery-failures'),
    inbox: `
      GRAPH ?value { ?value prov:wasDerivedFrom ?notification ; dcterms:created ?order }
      FILTER(STRSTARTS(STR(?value), "${base}/inbox/"))
      BIND("" AS ?partition)`,
  };
  return new Map(
    Object.entries(definitions).map(([name, where]) => [
      name,
      `${prefixes} SELECT DISTINCT ?partition ?order ?value WHERE {${where} }`,
    ]),
  );
}
