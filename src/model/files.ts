/** Reads the files of ontologies and shapes, and moves them to the configured namespaces. */
import { readFileSync } from 'node:fs';
import { factory, type NamedNode, type Quad, type Quad_Object, triple } from '../rdf/terms.js';
import { parseTurtle } from '../rdf/turtle.js';
import { type Namespaces, standardNamespaces } from '../rdf/vocabulary.js';
import { escapePattern } from './patterns.js';
import { sh } from './vocabulary.js';

/** The files shipped with the node; the relative path is the same from src/ and from dist/. */
export const shippedFiles = {
  cargo: new URL('../../ontology/cargo.ttl', import.meta.url),
  codeLists: new URL('../../ontology/code-lists.ttl', import.meta.url),
  api: new URL('../../ontology/api.ttl', import.meta.url),
  cargoShapes: new URL('../../shapes/cargo.ttl', import.meta.url),
  apiShapes: new URL('../../shapes/api.ttl', import.meta.url),
} as const;

let filesRead = 0;

/**
 * Reads the statements of a Turtle file.
 *
 * @param onPrefix receives the prefixes that it declares.
 * @throws Error that names a file which cannot be read or parsed.
 */
export function readTurtleFile(file: URL | string, onPrefix?: (prefix: string, namespace: string) => void): Quad[] {
  const name = typeof file === 'string' ? file : file.pathname;
  try {
    // Blank nodes of different files are distinct.
    return parseTurtle(readFileSync(file, 'utf8'), { blankNodePrefix: `f${filesRead++}-` }, onPrefix);
  } catch (cause) {
    throw new Error(`${name} cannot be read as Turtle: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Moves statements from the standard's namespaces to the configured ones. */
export function rebaseNamespaces(quads: Quad[], namespaces: Namespaces): Quad[] {
  const moves = movesTo(namespaces);
  if (moves.length === 0) return quads;
  const moved = (text: string): string => {
    const move = moves.find(({ from }) => text.startsWith(from));
    return move === undefined ? text : move.to + text.slice(move.from.length);
  };
  const name = <Node extends Quad_Object>(term: Node): Node | NamedNode =>
    term.termType === 'NamedNode' ? factory.namedNode(moved(term.value)) : term;
  return quads.map(({ subject, predicate, object }) => {
    const value =
      predicate.equals(sh.pattern) && object.termType === 'Literal'
        ? factory.literal(
            moves.reduce((text, { from, to }) => text.replaceAll(escapePattern(from), escapePattern(to)), object.value),
          )
        : name(object);
    return triple(name(subject), name(predicate), value);
  });
}

function movesTo(namespaces: Namespaces): { from: string; to: string }[] {
  const pairs = [
    [standardNamespaces.api, namespaces.api],
    [standardNamespaces.cargo, namespaces.cargo],
    [standardNamespaces.codeLists, namespaces.codeLists],
    // The older form of an enumeration's value, with a slash (D26).
    [standardNamespaces.api.replace(/#$/, '/'), namespaces.api.replace(/[#/]$/, '/')],
  ] as const;
  return pairs.filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }));
}
