/** A dump of pieces for the command `import`. */

const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const API = 'https://onerecord.iata.org/ns/api#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const PROV = 'http://www.w3.org/ns/prov#';
const DCT = 'http://purl.org/dc/terms/';
const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** Pieces with two revisions each, as the node writes them: 30 statements per piece. */
export function* piecesDump(base: string, count: number): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    const object = `${base}/logistics-objects/piece-${number}`;
    const value = `internal:${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const time = (day: string): string => `"2026-03-${day}T10:00:00.400Z"^^<${XSD}dateTime>`;
    let text = '';
    const put = (graph: string, subject: string, predicate: string, term: string): void => {
      text += `<${subject}> ${predicate} ${term} <${graph}> .\n`;
    };
    const head = `${object}/head`;
    put(head, object, TYPE, `<${CARGO}Piece>`);
    put(head, object, `<${API}hasLatestRevision>`, `"2"^^<${XSD}integer>`);
    put(head, object, `<${DCT}created>`, time('01'));
    put(head, object, `<${DCT}modified>`, time('02'));
    put(head, object, `<${PROV}wasAttributedTo>`, `<${base}/logistics-objects/_data-holder>`);
    for (const revision of [1, 2]) {
      const graph = `${object}/revisions/${revision}`;
      put(graph, object, TYPE, `<${CARGO}Piece>`);
      put(graph, object, `<${CARGO}goodsDescription>`, `"Goods ${number}"`);
      put(graph, object, `<${CARGO}upid>`, `"${number}-${revision}"`);
      put(graph, object, `<${CARGO}coload>`, `"false"^^<${XSD}boolean>`);
      put(graph, object, `<${CARGO}grossWeight>`, `<${value}>`);
      put(graph, value, TYPE, `<${CARGO}Value>`);
      put(graph, value, `<${CARGO}numericalValue>`, `"${(number % 1000) + revision}"^^<${XSD}double>`);
      const provenance = `${graph}/provenance`;
      put(provenance, graph, TYPE, `<${PROV}Entity>`);
      put(provenance, graph, `<${PROV}specializationOf>`, `<${object}>`);
      put(provenance, graph, `<${API}hasRevision>`, `"${revision}"^^<${XSD}integer>`);
      put(provenance, graph, `<${PROV}generatedAtTime>`, time(`0${revision}`));
      put(provenance, graph, `<${PROV}wasAttributedTo>`, `<${base}/logistics-objects/partner>`);
      if (revision === 2) put(provenance, graph, `<${PROV}wasRevisionOf>`, `<${object}/revisions/1>`);
    }
    yield text;
  }
}
