/** `types [file…]`: writes the classes of a data model as TypeScript (T50 to T52). */
import { getOrAdd } from '../collections.js';
import { readTurtleFile, shippedFiles } from '../model/files.js';
import { readOntology } from '../model/ontology/ontology.js';
import { readDataModel } from '../model/types/data-model.js';
import { writeTypes } from '../model/types/write-types.js';
import { owl } from '../model/vocabulary.js';
import { compareTexts } from '../rdf/order.js';
import { iri, isIri, type Quad } from '../rdf/terms.js';
import { type Namespaces, rdfTerms, standardNamespaces } from '../rdf/vocabulary.js';
import { SettingsError } from '../settings/settings.js';
import { replaceFile, writeOut } from './output.js';

interface TypesOptions {
  /** The file to write; standard output without it. */
  readonly out?: string;
  /** `prefix=iri`, for each. */
  readonly namespace?: readonly string[];
}

/**
 * Runs the command.
 *
 * @throws SettingsError for a file that is no ontology and a wrong option; then nothing is written.
 */
export async function types(files: readonly string[], { out, namespace = [] }: TypesOptions): Promise<void> {
  const prefixes = new Map(namespace.map(readNamespace));
  const text = writeTypes(dataModelOf(files, prefixes));
  await (out === undefined ? writeOut([text]) : replaceFile(out, [text]));
}

function readNamespace(option: string): readonly [prefix: string, namespace: string] {
  const [, prefix = '', namespace = ''] = /^([A-Za-z_][\w-]*)=(.+)$/s.exec(option) ?? [];
  if (!isIri(namespace) || !/[#/:]$/.test(namespace)) {
    throw new SettingsError(`--namespace: ${JSON.stringify(option)} is not <prefix>=<IRI that ends with # or />`);
  }
  return [prefix, namespace];
}

/** The model in these files, or their extension of the shipped one (T51). */
function dataModelOf(files: readonly string[], given: ReadonlyMap<string, string>): ReturnType<typeof readDataModel> {
  const namespaces: Namespaces = { ...standardNamespaces, cargo: given.get('cargo') ?? standardNamespaces.cargo };
  const declared = new Map<string, Set<string>>();
  const quads = files.flatMap((file) => readOntologyFile(file, declared));
  const shipped = isDataModel(quads, namespaces)
    ? []
    : [shippedFiles.cargo, shippedFiles.codeLists].flatMap((file) => readTurtleFile(file));
  const prefixes = new Map(
    Array.from(declared, ([namespace, names]) => [namespace, [...names].sort(compareTexts)[0] ?? '']),
  );
  for (const [prefix, namespace] of given) prefixes.set(namespace, prefix);
  return readDataModel([...shipped, ...quads], namespaces, prefixes);
}

/** Whether these files have a data model of their own; an extension may repeat the names that it extends. */
function isDataModel(quads: readonly Quad[], { cargo }: Namespaces): boolean {
  const root = readOntology(quads).classes.get(iri(`${cargo}LogisticsObject`));
  const header = cargo.replace(/[#/]$/, '');
  const isHeader = ({ subject, predicate, object }: Quad): boolean =>
    subject.value === header && predicate.equals(rdfTerms.type) && object.equals(owl.Ontology);
  return (root?.restrictions.size ?? 0) > 0 || quads.some(isHeader);
}

function readOntologyFile(file: string, declared: Map<string, Set<string>>): Quad[] {
  const quads = readable(file, (prefix, namespace) => {
    if (prefix !== '') getOrAdd(declared, namespace, () => new Set()).add(prefix);
  });
  const { classes, properties } = readOntology(quads);
  if (classes.size + properties.size === 0)
    throw new SettingsError(`${file} is no ontology: it has no OWL class or property`);
  return quads;
}

function readable(file: string, onPrefix: (prefix: string, namespace: string) => void): Quad[] {
  try {
    return readTurtleFile(file, onPrefix);
  } catch (cause) {
    throw new SettingsError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
