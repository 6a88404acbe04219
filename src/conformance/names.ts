/** Names of the vocabularies that rows use. */

export const api = 'https://onerecord.iata.org/ns/api#';
export const cargo = 'https://onerecord.iata.org/ns/cargo#';
export const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const xsd = 'http://www.w3.org/2001/XMLSchema#';

/** The context of the bodies that the kit sends. */
export const context = { api, cargo, xsd } as const;

/** A typed literal in JSON-LD. */
export const literal = (value: string, datatype: string): Readonly<Record<string, string>> => ({
  '@type': datatype.includes(':') ? datatype : xsd + datatype,
  '@value': value,
});
