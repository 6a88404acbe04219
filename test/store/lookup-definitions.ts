/**
 * What each lookup answers, in SPARQL: a SELECT of `?partition` (a plain literal), `?order` (an integer or an xsd:dateTime;
 * 0 where the record orders the entries by commits) and `?value` over the named graphs.
 *
 * The queries of requests and notifications filter by the names of graphs as well as by content, because an event or a
 * received notification may contain any statement, also that it is an action request.
 */
import { wholeProperties } from '../../src/overviews/overview-terms.js';
import { acl, dctermsNs, provNs, rdfsNs, vcard, type Vocabulary, xsdNs } from '../../src/rdf/vocabulary.js';
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

/** The words of the random objects: SPARQL cannot split a text. */
export const someWords = ['exhibition', 'materials', 'ma', '12'] as const;
/** Those of the labels of random copies, with their spelling there in lower case. */
const labelWords = { waybill: 'waybill', '020': '020', '1234': '1234', apfel: 'äpfel' };

/** The entry of a word: the age of its object to the second, such that the newest comes first. */
const wordEntry = (created: string): string => `
      BIND(99999999999999 - xsd:integer(SUBSTR(REPLACE(STR(${created}), "[^0-9]", ""), 1, 14)) AS ?age)
      BIND(IRI(CONCAT("word:", ?word, "/", STR(?age), "/", ?id)) AS ?value)
      BIND(SUBSTR(?word, 1, 2) AS ?partition) BIND(0 AS ?order)`;

/** The query of each lookup by its name. */
export function lookupDefinitions({ base }: UriScheme, { namespaces, api }: Vocabulary): ReadonlyMap<string, string> {
  const prefixes = Object.entries({
    api: namespaces.api,
    cargo: namespaces.cargo,
    dcterms: dctermsNs,
    prov: provNs,
    rdfs: rdfsNs,
    xsd: xsdNs,
    ext: `${base}/ns/extensions#`,
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
  /** A notification of a `?revision` of an `?object` to a `?party`. */
  const byObject = `
      VALUES ?shape { 0 1 }
      BIND(SHA256(STR(?party)) AS ?hash)
      BIND(IF(?shape = 0, STR(?object), CONCAT(STR(?object), " ", STR(?party))) AS ?partition)
      BIND(IF(?shape = 0, ${hexNumber('?hash', 12)}, ?revision) AS ?order)`;
  const isHead = `STRSTARTS(STR(?value), "${base}/internal/mirror/") && STRENDS(STR(?value), "/head")`;
  /** The copies that a follow reaches. */
  const reached = (where: string, partition: string, order: string): string => `
      {
        GRAPH ?value { ?value ext:reach ?reach ; ext:state ?state . ?reach ext:follow ?follow ; ext:distance ?distance }
        ${where}
        BIND(${partition} AS ?partition) BIND(${order} AS ?order)
      }`;
  /** The copies of a follow by a number, in a query with groups. */
  const numbered = (name: string, number: string, where: string): string => `
      {
        SELECT ?value (CONCAT(STR(?follow), " number of ", ${name}) AS ?partition) (${number} AS ?order) WHERE {
          GRAPH ?value { ?value ext:reach ?reach . ?reach ext:follow ?follow . ${where} }
        } GROUP BY ?value ?follow ${name.startsWith('?') ? name : ''}
      }`;
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
      FILTER(STRSTARTS(STR(?value), "${base}/logistics-objects/"))
      FILTER(CONTAINS(STR(?value), "/logistics-events/") && STR(?graph) = CONCAT(STR(?value), "/provenance"))
      BIND(STRBEFORE(STR(?value), "/logistics-events/") AS ?partition)`,
    'events-by-date': `
      GRAPH ?value { ?value cargo:eventDate ?order }
      FILTER(STRSTARTS(STR(?value), "${base}/logistics-objects/") && CONTAINS(STR(?value), "/logistics-events/"))
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
    readers: `
      VALUES (?mode ?permission) {
        (<${acl.Read.value}> "GET_LOGISTICS_OBJECT") (<${acl.Read.value}> "GET_LOGISTICS_EVENT")
        (api:GET_LOGISTICS_OBJECT "GET_LOGISTICS_OBJECT") (api:GET_LOGISTICS_EVENT "GET_LOGISTICS_EVENT")
      }
      GRAPH ?list {
        ?authorization a <${acl.Authorization.value}> ; <${acl.mode.value}> ?mode .
        { ?authorization <${acl.agent.value}> ?agent } UNION { ?authorization <${acl.agentClass.value}> ?agent }
        UNION { ?authorization <${acl.agentGroup.value}>/<${vcard.hasMember.value}> ?agent }
      }
      FILTER(STRENDS(STR(?list), "/acl"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, STR(?agent), STR(?list)) AS ?partition) BIND(0 AS ?order)
      BIND(IRI(CONCAT(STR(?list), "#", ?permission, "/", ENCODE_FOR_URI(STR(?agent)))) AS ?value)`,
    members: `
      GRAPH ?graph { ?value prov:generatedAtTime ?made }
      FILTER(STR(?graph) = CONCAT(STR(?value), "/provenance"))
      FILTER(REGEX(STR(?value), "^${base}/logistics-objects/[^/]+/(revisions/[0-9]+|logistics-events/[^/]+)$"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, "", REPLACE(STR(?value), "/(revisions|logistics-events)/[^/]+$", "")) AS ?partition)
      BIND(0 AS ?order)`,
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
    'subscriptions-by-subscriber': requests(
      `
      FILTER(?kind = api:SubscriptionRequest && ?status = api:REQUEST_ACCEPTED)
      GRAPH ?value { ?value api:hasSubscription/api:hasSubscriber ?subscriber }
      BIND(STR(?subscriber) AS ?partition)`,
      '?statusSince',
    ),
    'derived-subscriptions': requests(`
      FILTER(?kind = api:SubscriptionRequest && ?status = api:REQUEST_ACCEPTED)
      GRAPH ?value { ?value prov:wasDerivedFrom ?source }
      BIND(STR(?source) AS ?partition)`),
    'inherited-access': `
      GRAPH ?value { ?authorization prov:wasDerivedFrom ?source }
      FILTER(STRENDS(STR(?value), "/acl") && CONTAINS(STR(?source), "/acl#"))
      BIND(STR(?source) AS ?partition) BIND(0 AS ?order)`,
    'agent-names': `
      GRAPH ?value { ?agent rdfs:label ?name }
      FILTER(STRSTARTS(STR(?value), "${base}/agents/"))
      VALUES ?length { 1 2 3 4 5 6 }
      VALUES ?from { 0 1 }
      BIND(LCASE(IF(?from = 0, STR(?name), STRBEFORE(STRAFTER(STR(?agent), "//"), "/"))) AS ?word)
      FILTER(STRLEN(?word) >= ?length)
      BIND(SUBSTR(?word, 1, ?length) AS ?partition) BIND(0 AS ?order)`,
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
      VALUES ?shape { 0 1 2 3 4 5 }
      BIND(CONTAINS(STR(?json), ${JSON.stringify('"filtered":')}) AS ?isFiltered)
      FILTER(?shape = 3 || ?isFiltered = (?shape = 5))
      BIND(${jsonMember('subscriber', '"([^"]*)"')} AS ?subscriber)
      BIND(${jsonMember('topic', '"([^"]*)"')} AS ?topic)
      BIND(${jsonMember('object', '"([^"]*)"')} AS ?object)
      FILTER(?shape != 3 || CONTAINS(STR(?json), ${JSON.stringify('"object":')}))
      BIND(IF(CONTAINS(STR(?json), ${JSON.stringify('"received":')}),
        CONCAT("received ", ${jsonMember('received', '"([^"]*)"')}),
        CONCAT("notification ", ${jsonMember('notification', '"([^"]*)"')})) AS ?told)
      BIND(IF(?shape = 0, "", IF(?shape = 1, ?subscriber, IF(?shape = 2, CONCAT(?subscriber, " ", ?topic),
        IF(?shape = 3, ?object, IF(?shape = 4, ?told, "filtered"))))) AS ?partition)
      BIND(xsd:integer(${jsonMember('confirmedAt', '([0-9]+)')}) AS ?order)`,
    'receipts-by-object': `
      GRAPH ?graph { ?value prov:value ?json }
      FILTER(STRSTARTS(STR(?graph), "${base}/receipts/"))
      FILTER(CONTAINS(STR(?json), ${JSON.stringify('"object":')}) && CONTAINS(STR(?json), ${JSON.stringify('"revision":')}))
      BIND(${jsonMember('subscriber', '"([^"]*)"')} AS ?party)
      BIND(${jsonMember('object', '"([^"]*)"')} AS ?object)
      BIND(xsd:integer(${jsonMember('revision', '([0-9]+)')}) AS ?revision)
      ${byObject}`,
    'outbox-by-object': `
      GRAPH ?value { ?value api:hasLogisticsObject ?object ; dcterms:hasVersion ?revision ; api:hasSubscriber ?party }
      FILTER(STRSTARTS(STR(?value), "${base}/outbox/"))
      ${byObject}`,
    words: `
      GRAPH ?words { ?object dcterms:created ?created ; dcterms:subject ?text }
      FILTER(STR(?words) = CONCAT(STR(?object), "/words"))
      VALUES ?word { ${someWords.map((word) => JSON.stringify(word)).join(' ')} }
      FILTER(CONTAINS(CONCAT(" ", ?text, " "), CONCAT(" ", ?word, " ")))
      BIND(STRAFTER(STR(?object), "/logistics-objects/") AS ?id)
      ${wordEntry('?created')}`,
    'copy-words': `
      GRAPH ?head { ?head ext:copyOf ?object ; dcterms:created ?created ; rdfs:label ?text }
      FILTER(STRSTARTS(STR(?head), "${base}/internal/mirror/"))
      VALUES (?word ?written) { ${Object.entries(labelWords)
        .map((pair) => `(${pair.map((word) => JSON.stringify(word)).join(' ')})`)
        .join(' ')} }
      FILTER(REGEX(LCASE(?text), CONCAT("(^|[^a-z0-9])", ?written, "($|[^a-z0-9])")))
      BIND(STRBEFORE(STRAFTER(STR(?head), "/internal/mirror/"), "/") AS ?id)
      ${wordEntry('?created')}`,
    'identifier-ends': `
      GRAPH ?head { ?object api:hasLatestRevision ?revision ; dcterms:identifier ?text }
      FILTER(STR(?head) = CONCAT(STR(?object), "/head"))
      BIND(STRAFTER(STR(?object), "/logistics-objects/") AS ?id)
      BIND(STRBEFORE(?text, "/") AS ?form)
      FILTER(STRLEN(?form) >= 4)
      BIND(SUBSTR(?form, STRLEN(?form) - 3) AS ?partition)
      BIND(IRI(CONCAT("identifier:", ?text, "/", ?id)) AS ?value) BIND(0 AS ?order)`,
    'idempotency-keys': `
      GRAPH ?value { ?value prov:wasAttributedTo ?agent ; dcterms:created ?order ; prov:value ?json }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/idempotency-keys/"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, "", STR(?agent)) AS ?partition)`,
    drafts: `
      GRAPH ?value {
        ?value prov:wasAttributedTo ?owner ; dcterms:created ?made ; dcterms:modified ?order ; dcterms:type ?kind ;
          dcterms:accessRights ?visibility ; dcterms:subject ?form ; dcterms:title ?title
        OPTIONAL { ?value dcterms:source ?object }
      }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/drafts/"))
      VALUES ?shape { 0 1 2 3 }
      FILTER(?shape = 0 || (?shape = 1 && ?kind = "draft") ||
        (?shape = 2 && ?kind = "template" && ?visibility = "internal") || (?shape = 3 && BOUND(?object)))
      BIND(IF(?shape = 0, STR(?owner), IF(?shape = 1, "ending", IF(?shape = 2, "shared", CONCAT("copies ", STR(?object)))))
        AS ?partition)`,
    questions: `
      GRAPH ?value {
        ?value prov:wasAttributedTo ?owner ; dcterms:created ?made ; dcterms:modified ?order ;
          dcterms:accessRights ?visibility ; prov:value ?json .
        OPTIONAL { ?value dcterms:audience ?reader }
      }
      FILTER(STRSTARTS(STR(?value), "${base}/questions/") && !CONTAINS(STR(?value), "/revisions/"))
      VALUES ?shape { 0 1 2 }
      FILTER(?shape = 0 || (?shape = 1 && ?visibility = "internal") || (?shape = 2 && ?visibility = "agents" && BOUND(?reader)))
      BIND(IF(?shape = 0, STR(?owner), IF(?shape = 1, "internal", CONCAT("for ", STR(?reader)))) AS ?partition)`,
    watched: `
      GRAPH ?value { ?value prov:wasAttributedTo ?agent ; dcterms:references ?object ; dcterms:created ?order ; dcterms:modified ?seen }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/watched/"))
      BIND(STR(?agent) AS ?partition)`,
    'delivery-pauses': queueStates('delivery-pauses'),
    'ended-delivery-pauses': queueStates('ended-delivery-pauses', 'prov:invalidatedAtTime'),
    'delivery-failures': queueStates('delivery-failures'),
    copies: `
      GRAPH ?value { ?value ext:copyOf ?object ; ext:server ?server ; ext:state ?state ; dcterms:created ?order }
      FILTER(${isHead})
      OPTIONAL { GRAPH ?value { ?value ext:type ?type } }
      VALUES ?shape { 0 1 2 3 }
      FILTER(?shape != 3 || BOUND(?type))
      BIND(IF(?shape = 0, "", IF(?shape = 1, CONCAT("server ", STR(?server)), IF(?shape = 2, CONCAT("state ", ?state),
        CONCAT("type ", STR(?type))))) AS ?partition)`,
    'reached-copies': [
      reached('', 'STR(?follow)', '?distance'),
      reached('', 'CONCAT(STR(?follow), " ", ?state)', '?distance'),
      reached('FILTER(?distance = 0)', 'CONCAT(STR(?follow), " root")', '0'),
      numbered('"revisions"', 'SUM(?count)', '?value ext:found ?found . ?found ext:count ?count'),
      numbered('?by', 'SUM(?count)', '?value ext:found ?found . ?found ext:count ?count ; ext:foundBy ?by'),
      numbered('"events"', 'SUM(?count)', '?value ext:events ?count FILTER(?count > 0)'),
      numbered('"gaps"', 'COUNT(?gap)', '?value ext:gap ?gap'),
    ].join(' UNION '),
    'copy-figures': `
      {
        GRAPH ?value { ?value ext:access ?access }
        BIND("behind" AS ?partition) BIND(0 AS ?order)
        FILTER(?access = "unknown"
          || EXISTS { GRAPH ?value { ?value ext:priority ?priority } FILTER(?priority != "sweep") }
          || EXISTS { GRAPH ?value { ?value ext:gap ?pending . ?pending ext:reason "pending" } })
      } UNION {
        GRAPH ?value { ?value ext:access ?access ; dcterms:created ?created }
        FILTER(?access = "granted" || ?access = "unknown")
        OPTIONAL { GRAPH ?value { ?value ext:checked ?checked } }
        BIND("checked" AS ?partition) BIND(COALESCE(?checked, ?created) AS ?order)
      } UNION {
        GRAPH ?value { ?value ext:gap ?gap . ?gap ext:from ?order ; ext:reason ?reason }
        BIND(CONCAT("gap ", ?reason) AS ?partition)
      }
      FILTER(${isHead})
      FILTER EXISTS { GRAPH ?value { ?value ext:reach ?any } }`,
    'due-copies': `
      GRAPH ?value { ?value ext:server ?server ; ext:due ?order ; ext:priority ?priority }
      FILTER(${isHead})
      BIND(EXISTS { GRAPH ?value { ?value ext:reach ?root . ?root ext:distance 0 } } AS ?isFollowed)
      BIND(IF(?priority = "sweep" && ?isFollowed, "root-sweep", ?priority) AS ?class)
      BIND(CONCAT(STR(?server), " ", ?class) AS ?partition)`,
    'copy-names': `
      GRAPH ?head { ?head ext:copyOf ?object ; dcterms:created ?order }
      FILTER(STRSTARTS(STR(?head), "${base}/internal/mirror/"))
      OPTIONAL { GRAPH ?head { ?head rdfs:label ?label } }
      BIND(LCASE(CONCAT(COALESCE(?label, ""), "\\n", STR(?object))) AS ?texts)
      BIND(IRI(CONCAT(STR(?head), "?texts=", ENCODE_FOR_URI(?texts))) AS ?value)
      BIND("" AS ?partition)`,
    'copy-identifiers': `
      GRAPH ?head { ?head ext:copyOf ?object }
      FILTER(STRSTARTS(STR(?head), "${base}/internal/mirror/"))
      {
        BIND(CONCAT(UCASE(REPLACE(STRAFTER(STR(?object), "/logistics-objects/"), "[-./]", "")), "/@id") AS ?text)
      } UNION { GRAPH ?head { ?head dcterms:identifier ?text } }
      BIND(STRBEFORE(STRAFTER(STR(?head), "/internal/mirror/"), "/") AS ?key)
      FILTER(STRLEN(STRBEFORE(?text, "/")) > 1)
      BIND(IRI(CONCAT("identifier:", ?text, "/", ?key)) AS ?value)
      BIND(SUBSTR(?text, 1, 2) AS ?partition) BIND(0 AS ?order)`,
    partners: `
      {
        GRAPH ?value { ?value ext:server ?server ; dcterms:created ?order }
        BIND("" AS ?partition)
      } UNION {
        GRAPH ?value { ?value ext:server ?server ; ext:reason ?reason ; dcterms:created ?created }
        OPTIONAL { GRAPH ?value { ?value ext:since ?since } }
        BIND("silent" AS ?partition) BIND(COALESCE(?since, ?created) AS ?order)
      }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/partners/"))`,
    follows: `
      GRAPH ?value { ?value ext:server ?server ; ext:targetKey ?key ; ext:state ?state ; dcterms:created ?order }
      OPTIONAL { GRAPH ?value { ?value ext:work ?work } }
      VALUES ?shape { 0 1 2 3 }
      FILTER(?shape != 3 || BOUND(?work))
      BIND(IF(?shape = 0, "", IF(?shape = 1, CONCAT("server ", STR(?server)), IF(?shape = 2, CONCAT("state ", ?state),
        "work"))) AS ?partition)`,
    'follow-targets': `
      GRAPH ?value { ?value ext:targetKey ?partition ; ext:state ?state ; dcterms:created ?order }
      FILTER(?state != "ended")`,
    'copy-wholes': `
      GRAPH ?value { ?any ?property ?named }
      VALUES ?property { ${wholeProperties.map((name) => `cargo:${name}`).join(' ')} }
      FILTER(ISIRI(?named) && REGEX(STR(?value), "/internal/mirror/[^/]+/revisions/[0-9]+(/variants/[0-9]+)?$"))
      BIND(STR(?named) AS ?partition)
      BIND(xsd:integer(REPLACE(STR(?value), "^.*/revisions/([0-9]+).*$", "$1")) AS ?order)`,
    'copied-revisions': `
      GRAPH ?graph { ?value api:hasRevision ?order ; prov:specializationOf ?object }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/mirror/") && STR(?graph) = CONCAT(STR(?value), "/provenance"))
      FILTER(!CONTAINS(STR(?value), "/variants/"))
      BIND(STR(?object) AS ?partition)`,
    'copied-events': `
      GRAPH ?graph { ?value ext:copyOf ?object ; prov:generatedAtTime ?order }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/mirror/") && STR(?graph) = CONCAT(STR(?value), "/provenance"))
      BIND(STR(?object) AS ?partition)`,
    'copy-subscriptions': `
      GRAPH ?value { ?value ext:server ?server ; ext:topicType ?type ; dcterms:created ?created }
      OPTIONAL { GRAPH ?value { ?value ext:due ?due } }
      OPTIONAL { GRAPH ?value { ?value ext:request ?request } }
      OPTIONAL { GRAPH ?value { ?value ext:renewal ?renewal } }
      VALUES ?shape { 0 1 2 3 }
      FILTER((?shape != 1 || BOUND(?due)) && (?shape != 2 || BOUND(?request)) && (?shape != 3 || BOUND(?renewal)))
      BIND(IF(?shape = 1, ?due, ?created) AS ?order)
      BIND(IF(?shape = 0, CONCAT("server ", STR(?server)), IF(?shape = 1, "due",
        CONCAT("request ", STR(IF(?shape = 2, ?request, ?renewal))))) AS ?partition)`,
    messages: `
      GRAPH ?value { ?value ext:messageType ?type ; ext:outcome ?outcome ; ext:waybill ?waybill ; prov:generatedAtTime ?order }
      OPTIONAL { GRAPH ?value { ?value ext:hasErasure ?erasure } }
      VALUES ?shape { 0 1 2 3 4 5 6 7 8 9 }
      FILTER(?shape < 8 || (?outcome != "stale" && !BOUND(?erasure)))
      BIND(CONCAT("type ", ?type) AS ?t) BIND(CONCAT("outcome ", ?outcome) AS ?o) BIND(CONCAT("waybill ", STR(?waybill)) AS ?w)
      BIND(IF(?shape = 0, "", IF(?shape = 1, ?t, IF(?shape = 2, ?o, IF(?shape = 3, ?w, IF(?shape = 4, CONCAT(?t, " ", ?o),
        IF(?shape = 5, CONCAT(?t, " ", ?w), IF(?shape = 6, CONCAT(?o, " ", ?w), IF(?shape = 7, CONCAT(?t, " ", ?o, " ", ?w),
        IF(?shape = 8, CONCAT("applied ", ?type, " ", STR(?waybill)), CONCAT("applied ", STR(?waybill))))))))))) AS ?partition)`,
    'former-readers': `
      GRAPH ?value { ?subject ext:formerReader ?agent }
      FILTER(STRENDS(STR(?value), "/tombstone") && !STRSTARTS(STR(?subject), "${base}/action-requests/"))
      FILTER(!CONTAINS(STR(?value), "/logistics-events/"))
      BIND(STR(?agent) AS ?partition) BIND(0 AS ?order)`,
    'erasure-members': `
      GRAPH ?value { ?value ext:erases ?erased }
      FILTER(STRSTARTS(STR(?erased), "${base}/logistics-objects/"))
      VALUES ?shape { 0 1 }
      BIND(IF(?shape = 0, "", REPLACE(STR(?erased), "/logistics-events/[^/]+$", "")) AS ?partition)
      BIND(0 AS ?order)`,
    'erased-requests': `
      GRAPH ?value { ?request ext:formerReader ?agent }
      FILTER(STRENDS(STR(?value), "/tombstone") && STRSTARTS(STR(?request), "${base}/action-requests/"))
      BIND(STR(?request) AS ?partition) BIND(0 AS ?order)`,
    'legal-holds': `
      GRAPH ?value { ?value ext:holds ?held ; prov:generatedAtTime ?order }
      OPTIONAL { GRAPH ?value { ?value prov:invalidatedAtTime ?end } }
      FILTER(!BOUND(?end))
      BIND("" AS ?partition)`,
    erasures: `
      GRAPH ?value { ?value ext:erases ?erased ; prov:generatedAtTime ?order }
      { BIND("" AS ?partition) } UNION
      { GRAPH ?value { ?value ext:erases|ext:erasedFrom ?from } BIND(STR(?from) AS ?partition) }`,
    'erasure-states': `
      GRAPH ?value { ?erasure ext:receivers ?receivers OPTIONAL { ?erasure ext:purged ?purged } }
      FILTER(STRSTARTS(STR(?value), "${base}/internal/erasure-states/"))
      BIND(IF(BOUND(?purged), "PURGED", "HIDDEN") AS ?partition) BIND(0 AS ?order)`,
    'subscriptions-about': `
      GRAPH ?value { ?value api:hasSubscription/api:hasTopic ?topic }
      FILTER(${isRequest})
      BIND(STR(?topic) AS ?partition) BIND(0 AS ?order)`,
    'waiting-about': `
      GRAPH ?value { ?any api:hasLogisticsObject ?object }
      FILTER(ISIRI(?object) && STRSTARTS(STR(?value), "${base}/outbox/"))
      BIND(STR(?object) AS ?partition) BIND(0 AS ?order)`,
    'received-about': `
      GRAPH ?value { ?value dcterms:created ?order . ?any api:hasLogisticsObject ?object }
      FILTER(ISIRI(?object) && STRSTARTS(STR(?value), "${base}/inbox/"))
      BIND(STR(?object) AS ?partition)`,
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
