/** A data model as types: its classes with their properties, its lists, and names for all of them (T50, T51). */
import { graphOf, type Graph } from '../../rdf/graph.js';
import { compareTexts } from '../../rdf/order.js';
import { type Iri, node, type Quad } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import { Hierarchy } from '../ontology/hierarchy.js';
import { type ClassDefinition, type Ontology, type Range, readOntology } from '../ontology/ontology.js';
import { owl } from '../vocabulary.js';
import { ClassProperties, type ClassProperty } from './class-properties.js';
import { ListReader, type ListType } from './lists.js';
import { Names } from './names.js';
import { Notes } from './notes.js';
import { documentationOf, type Documentation, ontologiesIn } from './ontology-texts.js';

export interface ClassType {
  readonly iri: Iri;
  readonly name: string;
  readonly list: ListType | undefined;
  /** The superclasses whose interfaces it extends. */
  readonly parents: readonly Iri[];
  /** The classes that inherit from it, itself first. */
  readonly family: readonly Iri[];
  readonly own: ReadonlySet<Iri>;
  readonly properties: ReadonlyMap<Iri, ClassProperty>;
}

export interface DataModel {
  /** The namespace of names without a prefix. */
  readonly namespace: string;
  /** By IRI, in the order of their names. */
  readonly classes: ReadonlyMap<Iri, ClassType>;
  readonly ontology: Ontology;
  readonly classNames: ReadonlyMap<Iri, string>;
  readonly propertyNames: ReadonlyMap<Iri, string>;
  /** The ontologies that it was read from. */
  readonly sources: readonly string[];
  /** What the types cannot say. */
  readonly notes: readonly string[];
  documentation(name: Iri): Documentation;
}

/**
 * Reads the types of a data model.
 *
 * @param prefixes of namespaces, for names that two of them have.
 */
export function readDataModel(
  quads: Iterable<Quad>,
  namespaces: Namespaces,
  prefixes: ReadonlyMap<string, string>,
): DataModel {
  return new Reader(graphOf(quads), namespaces, prefixes).read();
}

class Reader {
  readonly #notes = new Notes();
  readonly #ontology: Ontology;
  readonly #hierarchy: Hierarchy;

  constructor(
    private readonly graph: Graph,
    private readonly namespaces: Namespaces,
    private readonly prefixes: ReadonlyMap<string, string>,
  ) {
    this.#ontology = this.#withUndefined(readOntology(graph));
    this.#hierarchy = new Hierarchy(this.#ontology);
  }

  read(): DataModel {
    const ontology = this.#ontology;
    const names = new Names(this.namespaces.cargo, this.prefixes);
    const classNames = names.of(ontology.classes.keys(), true);
    const propertyNames = names.of(this.#properties(), false);
    const lists = new ListReader(ontology, this.#hierarchy, this.graph, this.namespaces);
    const properties = new ClassProperties(ontology, this.#hierarchy, this.graph, this.#notes);
    const listOf = new Map([...ontology.classes.keys()].map((type) => [type, lists.of(type)]));
    const isClosed = (type: Iri): boolean => listOf.get(type)?.open === false;
    const sorted = [...classNames].sort(([, one], [, other]) => compareTexts(one, other));
    const classes = new Map(
      sorted.map(([iri, name]): [Iri, ClassType] => {
        const parents = this.#parents(iri).filter((parent) => !isClosed(parent));
        return [
          iri,
          {
            iri,
            name,
            list: listOf.get(iri),
            parents,
            family: [iri, ...this.#below(iri).filter((type) => !isClosed(type))],
            own: properties.own(iri),
            properties: properties.of(iri),
          },
        ];
      }),
    );
    properties.noteRest([...classes.keys()]);
    return {
      namespace: this.namespaces.cargo,
      classes,
      ontology,
      classNames,
      propertyNames,
      sources: ontologiesIn(this.graph),
      notes: this.#notes.lines(classNames, propertyNames),
      documentation: (iri) => documentationOf(this.graph, iri),
    };
  }

  /** The properties, without those of annotations. */
  #properties(): Iri[] {
    const used = new Set([...this.#ontology.classes.values()].flatMap(({ restrictions }) => [...restrictions.keys()]));
    const isAnnotation = (name: Iri): boolean =>
      this.graph.types(node(name)).some((type) => type === owl.AnnotationProperty.value);
    return [...this.#ontology.properties.keys()].filter((name) => used.has(name) || !isAnnotation(name));
  }

  /** The direct superclasses, apart from those of a circle, whose interfaces cannot extend each other. */
  #parents(type: Iri): Iri[] {
    const parents = [...(this.#ontology.classes.get(type)?.parents ?? [])].sort(compareTexts);
    const isCircle = (parent: Iri): boolean => this.#hierarchy.isSubclassOf(parent, type);
    for (const parent of parents.filter(isCircle)) this.#notes.add('cycle', parent);
    return parents.filter((parent) => !isCircle(parent));
  }

  #below(type: Iri): Iri[] {
    return [...this.#hierarchy.descendants(type)].sort(compareTexts);
  }

  /** The same ontology with the classes that it names and does not define: those of another file. */
  #withUndefined(ontology: Ontology): Ontology {
    const classes = new Map<Iri, ClassDefinition>();
    for (const [name, { parents, restrictions }] of ontology.classes)
      classes.set(name, { parents: new Set([...parents].filter((one) => one !== owl.Thing.value)), restrictions });
    const named = [
      ...[...classes.values()].flatMap(({ parents, restrictions }) => [
        ...parents,
        ...[...restrictions.values()].flatMap((one) => classesIn(one.ranges)),
      ]),
      ...[...ontology.properties.values()].flatMap(({ ranges }) => classesIn(ranges)),
    ];
    classes.delete(owl.Thing.value);
    for (const name of new Set(named)) {
      // A file may declare the names of another one as classes, and say nothing else of them.
      if (this.graph.about(node(name)).length <= 1) this.#notes.add('undefinedClass', name);
      if (!classes.has(name)) classes.set(name, { parents: new Set(), restrictions: new Map() });
    }
    return { ...ontology, classes };
  }
}

function classesIn(ranges: readonly Range[]): Iri[] {
  return ranges.flat().flatMap((one) => (one.kind === 'class' ? [one.class] : []));
}
