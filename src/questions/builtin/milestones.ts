/** Questions about what has happened to shipments and pieces (K64). */
import type { BuiltInQuestion } from '../question.js';
import {
  column,
  eventOf,
  inPeriod,
  isGiven,
  milestone,
  parameter,
  partOfShipment,
  period,
  question,
  wordColumn,
  words,
} from './parts.js';

const lateShipments = question({
  id: 'late-shipments',
  title: words('Late shipments by carrier', 'Verspätete Sendungen nach Frachtführer'),
  words: words(
    'Arrival or delivery after the latest planned one, of a shipment, its pieces or its waybill. The carrier is that of the waybill’s parties, or whose prefix the number has.',
    'Ankunft oder Auslieferung nach der letzten geplanten, einer Sendung, ihrer Packstücke oder ihres Frachtbriefs. Der Frachtführer ist der unter den Beteiligten des Frachtbriefs, sonst der mit dem Präfix der Nummer.',
  ),
  parameters: [
    period(words('Period of arrival or delivery', 'Zeitraum der Ankunft oder Auslieferung')),
    parameter('carrier', 'partner', words('Carrier', 'Frachtführer')),
    {
      ...parameter('show', 'choice', words('Show', 'Zeige'), { fallback: 'late' }),
      options: [
        { value: 'late', label: words('late ones', 'verspätete') },
        { value: 'all', label: words('late ones and those on time', 'verspätete und pünktliche') },
      ],
    },
  ],
  columns: [
    column('by', 'partner', 'Carrier', 'Frachtführer'),
    column('shipment', 'object', 'Shipment', 'Sendung'),
    column('waybill', 'object', 'Waybill', 'Frachtbrief'),
    column('code', 'code', 'Milestone', 'Meilenstein'),
    column('planned', 'time', 'Planned', 'Geplant'),
    column('actual', 'time', 'Actual', 'Tatsächlich'),
    column('delay', 'duration', 'Delay', 'Verspätung'),
    wordColumn('state', words('State', 'Stand'), {
      late: words('late', 'verspätet'),
      punctual: words('on time', 'pünktlich'),
    }),
  ],
  chart: { kind: 'bar', x: 'by', y: null, by: 'state' },
  sparql: `SELECT ?by ?shipment ?waybill ?code ?planned ?actual ?delay ?state {
  { SELECT ?shipment ?code (MAX(?plannedAt) AS ?planned) {
    ${partOfShipment}
    ${eventOf('part', 'code', 'plannedAt', false, ['ARR', 'DLV'])}
  } GROUP BY ?shipment ?code }
  { SELECT ?shipment ?code (MAX(?actualAt) AS ?actual) {
    ${partOfShipment}
    ${eventOf('part', 'code', 'actualAt', true, ['ARR', 'DLV'])}
  } GROUP BY ?shipment ?code }
  ${inPeriod('actual')}
  BIND(IF(?actual > ?planned, "late", "punctual") AS ?state)
  FILTER(?state = "late" || ?show = "all")
  BIND(?actual - ?planned AS ?delay)
  OPTIONAL {
    { ?shipment cargo:waybill ?waybill } UNION { ?waybill cargo:shipment ?shipment }
    OPTIONAL {
      ?waybill cargo:involvedParties ?party . ?party cargo:partyRole ?role ; cargo:partyDetails ?named .
      FILTER(REGEX(STR(?role), "(^|[#/_])(CAR|CARRIER)$", "i"))
    }
    OPTIONAL { ?waybill cargo:waybillPrefix ?prefix . OPTIONAL { ?prefixed a cargo:Carrier ; cargo:prefix ?prefix } }
  }
  BIND(COALESCE(?named, ?prefixed, ?prefix) AS ?by)
  ${isGiven('by', 'carrier')}
}
ORDER BY ?by ?shipment ?code ?waybill`,
});

const dwell = question({
  id: 'dwell',
  title: words('Dwell between two milestones', 'Standzeit zwischen zwei Meilensteinen'),
  words: words(
    'For each object with both: from the first actual event of one milestone to the last of the other.',
    'Für jedes Objekt mit beiden: vom ersten tatsächlichen Ereignis des einen Meilensteins bis zum letzten des anderen.',
  ),
  parameters: [
    milestone('start', words('From', 'Von'), 'ARR'),
    milestone('end', words('To', 'Bis'), 'DLV'),
    period(words('Period of the second one', 'Zeitraum des zweiten')),
  ],
  columns: [
    column('object', 'object', 'Object', 'Objekt'),
    column('since', 'time', 'From', 'Von'),
    column('until', 'time', 'To', 'Bis'),
    column('dwell', 'duration', 'Dwell', 'Standzeit'),
  ],
  chart: { kind: 'histogram', x: 'dwell', y: null, by: null },
  sparql: `SELECT ?object ?since ?until (?until - ?since AS ?dwell) {
  { SELECT ?object (MIN(?begun) AS ?since) {
    ${eventOf('object', 'first', 'begun', true)} FILTER(?first = ?start)
  } GROUP BY ?object }
  { SELECT ?object (MAX(?ended) AS ?until) {
    ${eventOf('object', 'second', 'ended', true)} FILTER(?second = ?end)
  } GROUP BY ?object }
  ${inPeriod('until')}
}
ORDER BY DESC(?dwell) ?object`,
});

const arrivedNotDelivered = question({
  id: 'arrived-not-delivered',
  title: words('Arrived, not delivered', 'Angekommen, nicht ausgeliefert'),
  words: words(
    'Objects with an actual arrival and without an actual delivery; those that wait longest first.',
    'Objekte mit tatsächlicher Ankunft und ohne tatsächliche Auslieferung; die am längsten warten zuerst.',
  ),
  parameters: [parameter('before', 'moment', words('Arrived before', 'Angekommen vor'))],
  columns: [
    column('object', 'object', 'Object', 'Objekt'),
    column('since', 'time', 'Arrived', 'Angekommen'),
    column('place', 'object', 'Place', 'Ort'),
  ],
  sparql: `SELECT ?object ?since (SAMPLE(?location) AS ?place) {
  { SELECT ?object (MAX(?arrived) AS ?since) {
    ${eventOf('object', 'arrival', 'arrived', true, ['ARR'])}
  } GROUP BY ?object }
  FILTER(COALESCE(?since < ?before, true))
  MINUS { SELECT DISTINCT ?object { ${eventOf('object', 'delivery', 'delivered', true, ['DLV'])} } }
  OPTIONAL { ?event cargo:eventFor ?object ; cargo:eventDate ?since ; cargo:eventLocation ?location }
}
GROUP BY ?object ?since
ORDER BY ?since ?object`,
});

const recordedLate = question({
  id: 'events-recorded-late',
  title: words('Events recorded late', 'Spät erfasste Ereignisse'),
  words: words(
    'Actual events that this node recorded long after their time.',
    'Tatsächliche Ereignisse, die dieser Knoten lange nach ihrer Zeit erfasst hat.',
  ),
  parameters: [
    parameter('hours', 'number', words('Later than (hours)', 'Später als (Stunden)'), {
      required: true,
      fallback: '2',
    }),
    period(words('Period of recording', 'Zeitraum der Erfassung')),
  ],
  columns: [
    column('object', 'object', 'Object', 'Objekt'),
    column('code', 'code', 'Milestone', 'Meilenstein'),
    column('happened', 'time', 'Happened', 'Geschehen'),
    column('recorded', 'time', 'Recorded', 'Erfasst'),
    column('delay', 'duration', 'Later by', 'Später um'),
    column('who', 'partner', 'Recorded by', 'Erfasst von'),
  ],
  sparql: `SELECT ?object ?code ?happened ?recorded ?delay ?who {
  ${eventOf('object', 'code', 'happened', true)}
  GRAPH ?provenance { ?happenedEvent prov:generatedAtTime ?recorded . OPTIONAL { ?happenedEvent prov:wasAttributedTo ?who } }
  BIND(?recorded - ?happened AS ?delay)
  FILTER(?delay > xsd:dayTimeDuration(CONCAT("PT", STR(xsd:integer(FLOOR(?hours * 60))), "M")))
  ${inPeriod('recorded')}
}
ORDER BY DESC(?delay) ?object ?code`,
});

export const milestoneQuestions: readonly BuiltInQuestion[] = [lateShipments, arrivedNotDelivered, dwell, recordedLate];
