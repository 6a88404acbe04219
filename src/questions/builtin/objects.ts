/** Questions about objects, their weights and their versions (K64, C18). */
import { rdfNs } from '../../rdf/vocabulary.js';
import type { BuiltInQuestion } from '../question.js';
import { column, inPeriod, isGiven, parameter, period, question, wordColumn, words } from './parts.js';

/** Kilograms in the units of weight; a weight without a unit is taken for kilograms. */
const KILOGRAMS =
  'VALUES (?code ?factor) { ("KGM" 1) ("GRM" 0.001) ("TNE" 1000) ("LBR" 0.45359237) ("ONZ" 0.028349523125) }';

/** The weight of a thing in kilograms. @param properties of the thing. */
const weight = (thing: string, properties: string, kilograms: string): string => `{
      SELECT ?${thing} (MAX(?number * ?factor) AS ?${kilograms}) {
        ?${thing} (${properties}) ?quantity . ?quantity (cargo:numericalValue|cargo:value) ?stated .
        OPTIONAL { ?quantity cargo:unit ?unit }
        BIND(xsd:decimal(STR(?stated)) AS ?number)
        BIND(COALESCE(REPLACE(STR(?unit), "^.*[#/_]", ""), "KGM") AS ?named)
        ${KILOGRAMS} FILTER(?named = ?code)
      } GROUP BY ?${thing}
    }`;

const weightDifferences = question({
  id: 'weight-differences',
  title: words('Weight differences', 'Gewichtsabweichungen'),
  words: words(
    'Between a revision and the one before it, or between the declared weight of a shipment and the sum of its pieces. In kilograms.',
    'Zwischen einer Revision und der vorigen, oder zwischen dem angegebenen Gewicht einer Sendung und der Summe ihrer Packstücke. In Kilogramm.',
  ),
  parameters: [
    {
      ...parameter('compare', 'choice', words('Compare', 'Vergleiche'), { required: true, fallback: 'sums' }),
      options: [
        { value: 'sums', label: words('declared and summed', 'angegeben und summiert') },
        { value: 'revisions', label: words('revisions', 'Revisionen') },
      ],
    },
    period(words('Period of the change (revisions)', 'Zeitraum der Änderung (Revisionen)'), null),
  ],
  columns: [
    column('object', 'object', 'Object', 'Objekt'),
    column('first', 'number', 'Declared or before (kg)', 'Angegeben oder vorher (kg)'),
    column('second', 'number', 'Summed or after (kg)', 'Summiert oder nachher (kg)'),
    column('difference', 'number', 'Difference (kg)', 'Abweichung (kg)'),
    column('when', 'time', 'Changed', 'Geändert'),
    column('who', 'partner', 'Changed by', 'Geändert von'),
  ],
  sparql: `SELECT ?object ?first ?second ?difference ?when ?who {
  {
    FILTER("sums" = ?compare)
    ${weight('object', 'cargo:totalGrossWeight', 'first')}
    { SELECT ?object (SUM(?kilograms) AS ?second) (COUNT(?piece) AS ?weighed) {
      ?object (cargo:pieces|cargo:shipmentOfPieces|^cargo:ofShipment) ?piece .
      ${weight('piece', 'cargo:grossWeight', 'kilograms')}
    } GROUP BY ?object }
    { SELECT ?object (COUNT(DISTINCT ?any) AS ?all) {
      ?object a cargo:Shipment ; (cargo:pieces|cargo:shipmentOfPieces|^cargo:ofShipment) ?any
    } GROUP BY ?object }
    FILTER(?weighed = ?all)
  } UNION {
    FILTER("revisions" = ?compare)
    GRAPH ?provenance {
      ?revision prov:specializationOf ?object ; prov:wasRevisionOf ?previous ; prov:generatedAtTime ?when ;
        prov:wasAttributedTo ?who
    }
    ${inPeriod('when')}
    GRAPH ?revision { ?object (cargo:grossWeight|cargo:totalGrossWeight)/(cargo:numericalValue|cargo:value) ?after }
    GRAPH ?previous { ?object (cargo:grossWeight|cargo:totalGrossWeight)/(cargo:numericalValue|cargo:value) ?before }
    BIND(xsd:decimal(STR(?before)) AS ?first)
    BIND(xsd:decimal(STR(?after)) AS ?second)
  }
  BIND(?second - ?first AS ?difference)
  FILTER(?difference != 0)
}
ORDER BY ?object ?when`,
});

const waybillsWithoutPieces = question({
  id: 'waybills-without-pieces',
  title: words('Waybills without pieces', 'Frachtbriefe ohne Packstücke'),
  words: words(
    'Waybills whose shipment has no pieces, or that have no shipment.',
    'Frachtbriefe, deren Sendung keine Packstücke hat, oder die keine Sendung haben.',
  ),
  parameters: [],
  columns: [column('waybill', 'object', 'Waybill', 'Frachtbrief'), column('shipment', 'object', 'Shipment', 'Sendung')],
  sparql: `SELECT ?waybill ?shipment {
  ?waybill a cargo:Waybill .
  OPTIONAL { ?waybill (cargo:shipment|^cargo:waybill) ?shipment }
  MINUS {
    ?waybill (cargo:shipment|^cargo:waybill) ?other .
    ?other (cargo:pieces|cargo:shipmentOfPieces|^cargo:ofShipment) ?piece
  }
}
ORDER BY ?waybill`,
});

/**
 * What a revision has and another one lacks, by the property of the object that has it: a new number of a Value is a change of
 * the gross weight.
 */
const changedIn = (has: string, lacks: string): string => {
  const both = (pattern: string): string => `{
      GRAPH ?provenance { ?revision prov:specializationOf ?of ; prov:wasRevisionOf ?previous }
      GRAPH ?${has} { ${pattern} }
      FILTER NOT EXISTS { GRAPH ?${lacks} { ?subject ?property ?value } }
      FILTER(?property != <${rdfNs}type>)
    }`;
  return `${both('?of ?top ?value . BIND(?of AS ?subject) BIND(?top AS ?property)')} UNION ${both(
    '?of ?top ?part . ?part (a|!a)* ?subject . ?subject ?property ?value . FILTER(?subject != ?of)',
  )}`;
};

const whoChangedWhat = question({
  id: 'who-changed-what',
  title: words('Who changed what', 'Wer was geändert hat'),
  words: words(
    'The revisions of a period, each with the properties that it changed.',
    'Die Revisionen eines Zeitraums, jede mit den Eigenschaften, die sie geändert hat.',
  ),
  parameters: [
    period(words('Period', 'Zeitraum'), 'P7D'),
    parameter('partner', 'partner', words('Changed by', 'Geändert von')),
    parameter('object', 'object', words('Object', 'Objekt')),
  ],
  columns: [
    column('when', 'time', 'Time', 'Zeit'),
    column('who', 'partner', 'Changed by', 'Geändert von'),
    column('of', 'object', 'Object', 'Objekt'),
    column('number', 'number', 'Revision', 'Revision'),
    column('properties', 'property', 'Changed', 'Geändert'),
    column('request', 'request', 'Request', 'Antrag'),
  ],
  chart: { kind: 'bar', x: 'who', y: null, by: null },
  sparql: `SELECT ?when ?who ?of ?number (GROUP_CONCAT(DISTINCT ?name; separator=", ") AS ?properties) ?request {
  GRAPH ?provenance {
    ?revision prov:specializationOf ?of ; api:hasRevision ?number ; prov:generatedAtTime ?when ;
      prov:wasAttributedTo ?who ; prov:wasRevisionOf ?previous .
    OPTIONAL { ?revision prov:wasGeneratedBy ?request }
  }
  ${inPeriod('when')}
  ${isGiven('who', 'partner')}
  ${isGiven('of', 'object')}
  OPTIONAL {
    ${changedIn('revision', 'previous')} UNION ${changedIn('previous', 'revision')}
    BIND(REPLACE(STR(?top), "^.*[#/]", "") AS ?name)
  }
}
GROUP BY ?when ?who ?of ?number ?request
ORDER BY DESC(?when) ?of`,
});

const object = parameter('object', 'object', words('Object', 'Objekt'), { required: true });

const versionsOf = question({
  id: 'versions-of',
  title: words('Versions of an object', 'Versionen eines Objekts'),
  words: words(
    'Each revision with the time in which it was the latest, and by whom.',
    'Jede Revision mit der Zeit, in der sie die neueste war, und von wem.',
  ),
  parameters: [object],
  columns: [
    column('number', 'number', 'Revision', 'Revision'),
    column('from', 'time', 'From', 'Von'),
    column('until', 'time', 'Until', 'Bis'),
    column('who', 'partner', 'By', 'Von wem'),
    column('request', 'request', 'Request', 'Antrag'),
  ],
  sparql: `SELECT ?number ?from ?until ?who ?request {
  GRAPH ?made {
    ?revision prov:specializationOf ?object ; api:hasRevision ?number ; prov:generatedAtTime ?from .
    OPTIONAL { ?revision prov:wasAttributedTo ?who }
    OPTIONAL { ?revision prov:wasGeneratedBy ?request }
  }
  OPTIONAL { GRAPH ?next { ?following prov:wasRevisionOf ?revision ; prov:generatedAtTime ?until } }
}
ORDER BY ?number`,
});

/** The revision that was the latest one at a moment. */
const latestAt = (moment: string, revision: string): string =>
  `{ SELECT ?${revision} {
      GRAPH ?made { ?${revision} prov:specializationOf ?object ; api:hasRevision ?number ; prov:generatedAtTime ?at }
      FILTER(?at <= ?${moment})
    } ORDER BY DESC(?number) LIMIT 1 }`;

const difference = (
  change: string,
  [has, hasMoment]: readonly [string, string],
  [other, otherMoment]: readonly [string, string],
): string => `{
    ${latestAt(hasMoment, has)}
    GRAPH ?${has} { ?subject ?property ?value }
    OPTIONAL { ${latestAt(otherMoment, other)} }
    FILTER(!BOUND(?${other}) || NOT EXISTS { GRAPH ?${other} { ?subject ?property ?value } })
    BIND("${change}" AS ?change)
  }`;

const differenceOfMoments = question({
  id: 'difference-of-two-moments',
  title: words('What differs between two moments', 'Was sich zwischen zwei Zeitpunkten unterscheidet'),
  words: words(
    'The values of an object that it had at one of two moments only.',
    'Die Werte eines Objekts, die es nur zu einem von zwei Zeitpunkten hatte.',
  ),
  parameters: [
    object,
    parameter('first', 'moment', words('First moment', 'Erster Zeitpunkt'), { required: true }),
    parameter('second', 'moment', words('Second moment', 'Zweiter Zeitpunkt'), { required: true }),
  ],
  columns: [
    wordColumn('change', words('Change', 'Änderung'), {
      removed: words('only at the first', 'nur zum ersten'),
      added: words('only at the second', 'nur zum zweiten'),
    }),
    column('property', 'property', 'Property', 'Eigenschaft'),
    column('value', 'auto', 'Value', 'Wert'),
  ],
  sparql: `SELECT ?change ?property ?value {
  ${difference('removed', ['earlier', 'first'], ['later', 'second'])} UNION ${difference('added', ['later', 'second'], ['earlier', 'first'])}
}
ORDER BY ?property ?change ?value`,
});

export const objectQuestions: readonly BuiltInQuestion[] = [
  weightDifferences,
  waybillsWithoutPieces,
  whoChangedWhat,
  versionsOf,
  differenceOfMoments,
];
