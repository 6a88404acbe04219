/** `report.jsonld`: EARL 1.0 (T22). */
import type { Report, Result } from '../report.js';
import { areaOf } from '../row.js';
import { plain } from './escape.js';

const context = {
  earl: 'http://www.w3.org/ns/earl#',
  dcterms: 'http://purl.org/dc/terms/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  'dcterms:date': { '@type': 'xsd:dateTime' },
  'earl:assertedBy': { '@type': '@id' },
  'earl:mode': { '@type': '@id' },
  'earl:outcome': { '@type': '@id' },
};

/** `isPartOf` an area as well as a run: an area is a resource of the kit's. */
function assertion(result: Result, { server, started, run }: Report): unknown {
  const { row, version, outcome, reason } = result;
  const { document, section, address } = row.cites;
  return {
    '@id': `urn:cargograph:run:${run}:${version}:${row.id}`,
    '@type': 'earl:Assertion',
    'earl:assertedBy': 'urn:cargograph:conformance-kit',
    'earl:subject': { '@id': server, '@type': 'earl:TestSubject' },
    'earl:test': {
      '@id': `urn:cargograph:check:${row.id}`,
      '@type': 'earl:TestCase',
      'dcterms:title': row.sentence,
      'dcterms:isPartOf': { '@id': `urn:cargograph:area:${areaOf(row)}` },
      'dcterms:source': address === undefined ? `${document}, ${section}` : { '@id': address },
    },
    'earl:mode': 'earl:automatic',
    'earl:result': {
      '@type': 'earl:TestResult',
      'earl:outcome': `earl:${outcome}`,
      'dcterms:date': started.toISOString(),
      'dcterms:hasVersion': version,
      ...(reason !== undefined && { 'earl:info': plain(reason) }),
    },
  };
}

export function earlReport(report: Report): string {
  const graph = report.versions.flatMap(({ results }) => results.map((result) => assertion(result, report)));
  const assertor = {
    '@id': 'urn:cargograph:conformance-kit',
    '@type': ['earl:Assertor', 'earl:Software'],
    'dcterms:title': 'Cargograph conformance kit',
  };
  return `${JSON.stringify({ '@context': context, '@graph': [assertor, ...graph] }, null, 2)}\n`;
}
