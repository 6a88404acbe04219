/** What a bundle discloses of a graph (P16): all statements, or those of some properties with what is embedded below them. */
import { ServiceError } from '../errors.js';
import { parseStatement, type WrittenStatement } from '../proofs/format/statements.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import { invalidQuery } from '../http/query-parameters.js';

const MAX_PROPERTIES = 50;

/** The properties that a caller names: `cargo:grossWeight`, or an IRI. @throws ServiceError `invalid-query` */
export function namedProperties(names: readonly string[], { namespaces }: Pick<Vocabulary, 'namespaces'>): Iri[] {
  if (names.length > MAX_PROPERTIES) throw invalidQuery('property', `must name at most ${MAX_PROPERTIES} properties`);
  return names.map((name) => {
    const property = name.replace(
      /^(cargo|api):/,
      (_, prefix: string) => namespaces[prefix === 'api' ? 'api' : 'cargo'],
    );
    if (isIri(property)) return property;
    throw invalidQuery(
      'property',
      `must be a property such as cargo:grossWeight or an IRI, not ${JSON.stringify(name)}`,
    );
  });
}

/**
 * The lines that are disclosed.
 *
 * @param subject the resource that the properties are of.
 * @param graph of the resource: what other graphs of the entry state always comes.
 * @throws ServiceError `unprocessable` for a property that no statement has.
 */
export function disclosedLines(
  lines: readonly string[],
  { subject, graph, properties }: { readonly subject: Iri; readonly graph: Iri; readonly properties: readonly Iri[] },
): ReadonlySet<string> {
  const statements = lines.map((line) => ({ line, ...parseStatement(line) }));
  const bySubject = new Map<string, (WrittenStatement & { readonly line: string })[]>();
  for (const statement of statements) {
    const about = bySubject.get(statement.subject);
    if (about === undefined) bySubject.set(statement.subject, [statement]);
    else about.push(statement);
  }
  const root = `<${subject}>`;
  const wanted = new Set([...properties.map((property) => `<${property}>`), `<${rdfTerms.type.value}>`]);
  const disclosed = new Set(statements.filter((each) => each.graph !== graph).map(({ line }) => line));
  const add = ({ line, object }: WrittenStatement & { readonly line: string }): void => {
    if (disclosed.has(line)) return;
    disclosed.add(line);
    if (object !== root) for (const below of bySubject.get(object) ?? []) add(below);
  };
  const about = bySubject.get(root) ?? [];
  for (const property of properties)
    if (!about.some(({ predicate }) => predicate === `<${property}>`))
      throw new ServiceError('unprocessable', { message: `no statement has the property ${property}`, property });
  for (const statement of about) if (wanted.has(statement.predicate)) add(statement);
  return disclosed;
}
