/** The questions of docs/analytics.md, as they stand there: written by `npm run questions`, not by hand. */

export interface SavedQuestion {
  /** Its address: `/sparql/<slug>`. */
  readonly slug: string;
  readonly title: string;
  readonly words: string;
  /** With `http://localhost:8080` as the base of the node. */
  readonly query: string;
}

export const savedQuestions: readonly SavedQuestion[] = [
  {
    slug: 'what-goods-do-we-have-and-how-heavy-are-they',
    title: 'What goods do we have, and how heavy are they?',
    words:
      "The specification writes a Value with cargo:value and a text as cargo:unit, the data model with cargo:numericalValue and a code. The node stores both unchanged (D64). The path (cargo:numericalValue|cargo:value) finds either number; the last part of a unit's IRI is its code.",
    query:
      'SELECT ?piece ?description ?weight ?unit {\n  ?piece a cargo:Piece ; cargo:goodsDescription ?description .\n  OPTIONAL {\n    ?piece cargo:grossWeight ?value .\n    ?value (cargo:numericalValue|cargo:value) ?weight .\n    OPTIONAL { ?value cargo:unit ?unitOrCode }\n    BIND(REPLACE(STR(?unitOrCode), "^.*[#/]", "") AS ?unit)\n  }\n}\nORDER BY ?description',
  },
  {
    slug: 'how-long-did-each-piece-dwell-between-arrival-and-delivery',
    title: 'How long did each piece dwell between arrival and delivery?',
    words: 'The time between two event codes of the same object. ?until - ?since is a duration, such as PT5H30M.',
    query:
      'PREFIX status: <https://onerecord.iata.org/ns/code-lists/StatusCode#>\nSELECT ?piece (?until - ?since AS ?dwell) {\n  { SELECT ?piece (MIN(?date) AS ?since) { ?arrival cargo:eventFor ?piece ; cargo:eventCode status:ARR ; cargo:eventDate ?date } GROUP BY ?piece }\n  { SELECT ?piece (MAX(?date) AS ?until) { ?delivery cargo:eventFor ?piece ; cargo:eventCode status:DLV ; cargo:eventDate ?date } GROUP BY ?piece }\n}\nORDER BY DESC(?dwell)',
  },
  {
    slug: 'which-pieces-have-arrived-and-are-not-delivered-yet',
    title: 'Which pieces have arrived and are not delivered yet?',
    words: '',
    query:
      'PREFIX status: <https://onerecord.iata.org/ns/code-lists/StatusCode#>\nSELECT ?piece ?since {\n  ?arrival cargo:eventFor ?piece ; cargo:eventCode status:ARR ; cargo:eventDate ?since .\n  MINUS { ?delivery cargo:eventFor ?piece ; cargo:eventCode status:DLV }\n}',
  },
  {
    slug: 'which-pieces-weight-was-changed-after-acceptance-and-by-whom',
    title: "Which pieces' weight was changed after acceptance, and by whom?",
    words:
      'The event RCS is the acceptance. The query finds later revisions whose weight differs from that of their previous revision.',
    query:
      'PREFIX status: <https://onerecord.iata.org/ns/code-lists/StatusCode#>\nSELECT ?piece ?before ?after ?who ?when {\n  ?acceptance cargo:eventFor ?piece ; cargo:eventCode status:RCS ; cargo:eventDate ?accepted .\n  GRAPH ?provenance {\n    ?revision prov:specializationOf ?piece ; prov:wasRevisionOf ?previous ;\n      prov:generatedAtTime ?when ; prov:wasAttributedTo ?who\n  }\n  FILTER(?when > ?accepted)\n  GRAPH ?revision { ?piece cargo:grossWeight/(cargo:numericalValue|cargo:value) ?after }\n  GRAPH ?previous { ?piece cargo:grossWeight/(cargo:numericalValue|cargo:value) ?before }\n  FILTER(?before != ?after)\n}\nORDER BY ?when',
  },
  {
    slug: 'what-did-we-know-about-a-shipment-at-a-given-hour',
    title: 'What did we know about a shipment at a given hour?',
    words: 'Run this with at, for example --at 20260301T104500Z; without it the answer is the present state.',
    query:
      'SELECT ?property ?value {\n  <http://localhost:8080/logistics-objects/shipment-1> ?property ?value\n}\nORDER BY ?property ?value',
  },
  {
    slug: 'how-did-one-property-of-one-object-change-over-time',
    title: 'How did one property of one object change over time?',
    words: 'The example is the weight of a piece. Replace the path for another property.',
    query:
      'SELECT ?number ?when ?weight {\n  GRAPH ?provenance {\n    ?revision prov:specializationOf <http://localhost:8080/logistics-objects/piece-1> ;\n      api:hasRevision ?number ; prov:generatedAtTime ?when\n  }\n  GRAPH ?revision {\n    <http://localhost:8080/logistics-objects/piece-1> cargo:grossWeight/(cargo:numericalValue|cargo:value) ?weight\n  }\n}\nORDER BY ?number',
  },
  {
    slug: 'which-change-requests-are-open-by-partner',
    title: 'Which change requests are open, by partner?',
    words: '',
    query:
      'SELECT ?partner (COUNT(?request) AS ?open) (MIN(?at) AS ?oldest) {\n  GRAPH ?request {\n    ?request a api:ChangeRequest ; api:hasRequestStatus api:REQUEST_PENDING ;\n      api:isRequestedBy ?partner ; api:isRequestedAt ?at\n  }\n}\nGROUP BY ?partner\nORDER BY DESC(?open) ?partner',
  },
  {
    slug: 'how-long-do-we-take-to-decide-by-kind-of-request',
    title: 'How long do we take to decide, by kind of request?',
    words: '',
    query:
      'SELECT ?kind (COUNT(*) AS ?decided) (MAX(?since - ?at) AS ?longest) {\n  GRAPH ?request {\n    ?request a ?kind ; api:isRequestedAt ?at ; api:hasRequestStatus ?status ; api:hasRequestStatusSince ?since\n  }\n  FILTER(?status IN (api:REQUEST_ACCEPTED, api:REQUEST_REJECTED))\n}\nGROUP BY ?kind\nORDER BY ?kind',
  },
  {
    slug: 'which-requests-failed-or-were-rejected-and-why',
    title: 'Which requests failed or were rejected, and why?',
    words: '',
    query:
      'SELECT ?request ?status ?partner ?reason {\n  GRAPH ?request {\n    ?request api:isRequestedBy ?partner ; api:hasRequestStatus ?status .\n    OPTIONAL { ?request api:hasError/api:hasErrorDetail/api:hasMessage ?reason }\n  }\n  FILTER(?status IN (api:REQUEST_FAILED, api:REQUEST_REJECTED))\n}\nORDER BY ?request',
  },
  {
    slug: 'whose-changes-made-the-most-revisions',
    title: 'Whose changes made the most revisions?',
    words: '',
    query:
      'SELECT ?who (COUNT(?revision) AS ?revisions) {\n  GRAPH ?provenance { ?revision prov:wasRevisionOf ?previous ; prov:wasAttributedTo ?who }\n}\nGROUP BY ?who\nORDER BY DESC(?revisions) ?who',
  },
  {
    slug: 'which-objects-point-to-objects-of-this-node-that-are-not',
    title: 'Which objects point to objects of this node that are not there?',
    words: '',
    query:
      'SELECT ?from ?property ?to {\n  ?from ?property ?to .\n  FILTER(isIRI(?to) && STRSTARTS(STR(?to), "http://localhost:8080/logistics-objects/"))\n  FILTER NOT EXISTS { ?to a ?type }\n  FILTER(?property != cargo:eventFor && ?property != cargo:recordingOrganization)\n}',
  },
  {
    slug: 'who-is-subscribed-to-what',
    title: 'Who is subscribed to what?',
    words: '',
    query:
      'SELECT ?subscriber ?topic ?event {\n  GRAPH ?request {\n    ?request a api:SubscriptionRequest ; api:hasRequestStatus api:REQUEST_ACCEPTED ; api:hasSubscription ?subscription .\n    ?subscription api:hasSubscriber ?subscriber ; api:hasTopic ?topic ; api:includeSubscriptionEventType ?event\n  }\n}\nORDER BY ?subscriber ?topic ?event',
  },
  {
    slug: 'which-events-were-recorded-long-after-they-happened',
    title: 'Which events were recorded long after they happened?',
    words: '',
    query:
      'SELECT ?event ?object ?happened ?recorded {\n  ?event cargo:eventFor ?object ; cargo:eventDate ?happened .\n  GRAPH ?provenance { ?event prov:generatedAtTime ?recorded }\n  FILTER(?recorded - ?happened > "PT2H"^^xsd:dayTimeDuration)\n}\nORDER BY ?event',
  },
  {
    slug: 'the-whole-of-one-object-as-a-graph-to-keep-or-to-send-on',
    title: 'The whole of one object as a graph, to keep or to send on',
    words: '',
    query:
      'CONSTRUCT { ?subject ?property ?value }\nWHERE {\n  GRAPH <http://localhost:8080/logistics-objects/piece-1/revisions/1> { ?subject ?property ?value }\n}',
  },
  {
    slug: 'how-long-is-the-average-dwell-in-seconds',
    title: 'How long is the average dwell, in seconds?',
    words:
      'SPARQL has no average of durations: the variable would be unbound. This query extracts the numbers from the text of each duration, such as P1DT5H30M.',
    query:
      'PREFIX status: <https://onerecord.iata.org/ns/code-lists/StatusCode#>\nSELECT (AVG(86400 * ?days + 3600 * ?hours + 60 * ?minutes + ?seconds) AS ?average) {\n  ?arrival cargo:eventFor ?piece ; cargo:eventCode status:ARR ; cargo:eventDate ?since .\n  ?delivery cargo:eventFor ?piece ; cargo:eventCode status:DLV ; cargo:eventDate ?until .\n  BIND(STR(?until - ?since) AS ?dwell)\n  BIND(xsd:decimal(CONCAT("0", REPLACE(?dwell, "^P(([0-9]+)D)?.*$", "$2"))) AS ?days)\n  BIND(xsd:decimal(CONCAT("0", REPLACE(?dwell, "^P[^T]*(T(([0-9]+)H)?.*)?$", "$3"))) AS ?hours)\n  BIND(xsd:decimal(CONCAT("0", REPLACE(?dwell, "^P[^T]*(T([0-9]+H)?(([0-9]+)M)?.*)?$", "$4"))) AS ?minutes)\n  BIND(xsd:decimal(CONCAT("0", REPLACE(?dwell, "^P[^T]*(T([0-9]+H)?([0-9]+M)?(([0-9.]+)S)?)?$", "$5"))) AS ?seconds)\n}',
  },
  {
    slug: 'who-may-see-one-object-and-since-when',
    title: 'Who may see one object, and since when?',
    words:
      'The access control list has its own entries and those of delegations, which name the accepted request. Internal agents see every object and are in no list. An expired delegation grants nothing; its request has the expiry.',
    query:
      'SELECT ?who ?permission ?since ?by ?because {\n  GRAPH <http://localhost:8080/logistics-objects/piece-1/acl> {\n    ?authorization acl:mode ?permission ; (acl:agent|acl:agentClass|acl:agentGroup/vcard:hasMember) ?who .\n    OPTIONAL { ?authorization dcterms:created ?since }\n    OPTIONAL { ?authorization prov:wasAttributedTo ?by }\n    OPTIONAL { ?authorization prov:wasDerivedFrom ?because }\n  }\n}\nORDER BY ?who ?permission',
  },
  {
    slug: 'what-may-one-partner-do-and-on-which-objects',
    title: 'What may one partner do, and on which objects?',
    words: '',
    query:
      'SELECT ?object ?permission {\n  GRAPH ?list { ?authorization acl:agent <http://localhost:8080/logistics-objects/airline> ; acl:mode ?permission }\n  FILTER(STRENDS(STR(?list), "/acl"))\n  BIND(IRI(REPLACE(STR(?list), "/acl$", "")) AS ?object)\n}\nORDER BY ?object ?permission',
  },
  {
    slug: 'which-versions-of-each-object-are-there-and-when-was-each',
    title: 'Which versions of each object are there, and when was each valid?',
    words:
      'A revision is valid from its own prov:generatedAtTime until that of the revision that prov:wasRevisionOf it; the latest one has no ?until. Any other property can take the place of the description.',
    query:
      'SELECT ?object ?description ?from ?until {\n  GRAPH ?revision { ?object cargo:goodsDescription ?description }\n  GRAPH ?made { ?revision prov:specializationOf ?object ; prov:generatedAtTime ?from }\n  OPTIONAL { GRAPH ?next { ?following prov:wasRevisionOf ?revision ; prov:generatedAtTime ?until } }\n}\nORDER BY ?object ?from',
  },
  {
    slug: 'which-versions-were-valid-at-one-moment',
    title: 'Which versions were valid at one moment?',
    words:
      'The pattern of question 18 for one moment. A query with at reads the default graph of that moment and needs no pattern.',
    query:
      'SELECT ?object ?description {\n  VALUES ?moment { "2026-12-31T23:59:59Z"^^xsd:dateTime }\n  GRAPH ?revision { ?object cargo:goodsDescription ?description }\n  GRAPH ?made { ?revision prov:specializationOf ?object ; prov:generatedAtTime ?from }\n  OPTIONAL { GRAPH ?next { ?following prov:wasRevisionOf ?revision ; prov:generatedAtTime ?until } }\n  FILTER(?from <= ?moment && (!BOUND(?until) || ?moment < ?until))\n}\nORDER BY ?object',
  },
  {
    slug: 'what-differs-between-two-moments',
    title: 'What differs between two moments?',
    words: 'added is valid at the second moment only, removed at the first one only.',
    query:
      'SELECT ?object ?change ?description {\n  VALUES (?change ?moment ?other) {\n    ("removed" "2026-03-01T10:15:00Z"^^xsd:dateTime "2026-12-31T23:59:59Z"^^xsd:dateTime)\n    ("added" "2026-12-31T23:59:59Z"^^xsd:dateTime "2026-03-01T10:15:00Z"^^xsd:dateTime)\n  }\n  GRAPH ?revision { ?object cargo:goodsDescription ?description }\n  GRAPH ?made { ?revision prov:specializationOf ?object ; prov:generatedAtTime ?from }\n  OPTIONAL { GRAPH ?next { ?following prov:wasRevisionOf ?revision ; prov:generatedAtTime ?until } }\n  FILTER(?from <= ?moment && (!BOUND(?until) || ?moment < ?until))\n  FILTER NOT EXISTS {\n    GRAPH ?otherRevision { ?object cargo:goodsDescription ?description }\n    GRAPH ?otherMade { ?otherRevision prov:specializationOf ?object ; prov:generatedAtTime ?otherFrom }\n    OPTIONAL { GRAPH ?otherNext { ?otherFollowing prov:wasRevisionOf ?otherRevision ; prov:generatedAtTime ?otherUntil } }\n    FILTER(?otherFrom <= ?other && (!BOUND(?otherUntil) || ?other < ?otherUntil))\n  }\n}\nORDER BY ?object ?change',
  },
];
