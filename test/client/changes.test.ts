/** The difference of two graphs (T42): the operations, applied to the first graph, give the second. */
import { expect } from 'chai';
import { createClient, type NodeValue, type Operation, type Read } from '../../src/client/index.js';
import { Graph } from '../../src/client/rdf/graph.js';
import {
  blankNode,
  literal,
  namedNode,
  quad,
  type Quad,
  quadKey,
  rdfType,
  type Resource,
  type Term,
  termKey,
  xsd,
} from '../../src/client/rdf/terms.js';
import { literalFor, primitiveOf } from '../../src/client/values/literals.js';
import { valueOf } from '../../src/client/values/read-value.js';
import { factory, iri, node as iriNode, type Quad as StoredQuad } from '../../src/rdf/terms.js';
import { canonical } from '../support/isomorphic.js';
import { Random, SEED, seeded } from '../support/random.js';
import { model } from './model.js';
import { isNode, mutate, names, propertyIri, RandomGraph, root, uri } from './random-values.js';

const cargo = model.namespace;
const client = createClient({ server: 'https://a.example', token: () => 't', model });

function readOf(quads: readonly Quad[]): Read<NodeValue> {
  return {
    uri,
    revision: 1,
    latestRevision: 1,
    etag: undefined,
    modified: undefined,
    value: valueOf(new Graph(quads), root, names),
    quads: () => quads,
    raw: { status: 200, headers: new Headers(), body: '' },
  };
}

/** The graph of a value, made without the code under test: literals that were there stay as they were. */
function expectedGraph(before: Graph, value: NodeValue): Quad[] {
  const quads: Quad[] = [];
  let labels = 0;
  const resourceOf = (one: NodeValue): Resource =>
    one['@id'] === undefined ? blankNode(`expected${labels++}`) : namedNode(one['@id']);
  const add = (subject: Resource, node: NodeValue): void => {
    if (node['@type'] !== undefined) quads.push(quad(subject, namedNode(rdfType), namedNode(cargo + node['@type'])));
    for (const [name, member] of Object.entries(node)) {
      if (name.startsWith('@') || member === undefined) continue;
      const property = propertyIri(name);
      for (const one of [member].flat()) {
        if (typeof one === 'object') {
          if (!isNode(one)) continue;
          const object = resourceOf(one);
          quads.push(quad(subject, namedNode(property), object));
          add(object, one);
        } else {
          const found = before
            .values(subject, property)
            .find((term) => term.termType === 'Literal' && primitiveOf(term) === one);
          quads.push(quad(subject, namedNode(property), found ?? literalFor(one, property, names)));
        }
      }
    }
  };
  add(root, value);
  return quads;
}

/** Applies operations as a server does: all DELETE, then all ADD, or nothing. */
function apply(quads: readonly Quad[], operations: readonly Operation[]): Quad[] {
  const state = new Map(quads.map((one) => [quadKey(one), one]));
  const resource = (text: string): Resource => (text.startsWith('_:') ? blankNode(text.slice(2)) : namedNode(text));
  const isLiteral = (datatype: string): boolean => datatype.startsWith(xsd) || datatype.endsWith('langString');
  for (const { op, s, p, o } of operations) {
    for (const { datatype, value, language } of o) {
      const isValue = isLiteral(datatype) && p !== rdfType;
      const object = isValue ? literal(value, datatype, language) : resource(value);
      const statement = quad(resource(s), namedNode(p), object);
      if (op === 'DELETE') expect(state.delete(quadKey(statement)), `deletes ${quadKey(statement)}`).to.equal(true);
      else state.set(quadKey(statement), statement);
      if (op === 'ADD' && object.termType === 'BlankNode') {
        const type = quad(object, namedNode(rdfType), namedNode(datatype));
        state.set(quadKey(type), type);
      }
    }
  }
  return [...state.values()];
}

function stored(quads: readonly Quad[]): StoredQuad[] {
  const term = (one: Term): StoredQuad['object'] => {
    if (one.termType === 'Literal')
      return factory.literal(one.value, one.language === '' ? iriNode(iri(one.datatype.value)) : one.language);
    return one.termType === 'BlankNode' ? factory.blankNode(one.value) : iriNode(iri(one.value));
  };
  return quads.map(({ subject, predicate, object }) => {
    const from = term(subject);
    if (from.termType === 'Literal') throw new TypeError('a subject');
    return factory.quad(from, iriNode(iri(predicate.value)), term(object));
  });
}

describe('client: changes', () => {
  const PAIRS = 500;

  it(`T42: for ${PAIRS} random pairs, the operations applied to the first graph give the second`, () => {
    for (let pair = 0; pair < PAIRS; pair++) {
      const random = new Random(seeded(SEED * PAIRS + pair));
      const { quads } = new RandomGraph(random);
      const read = readOf(quads);
      const after = structuredClone(read.value);
      mutate(random, after, 'Piece');
      const operations = client.operations(read, after);
      const expected = expectedGraph(new Graph(quads), after);
      const applied = apply(quads, operations);
      expect(
        canonical(stored(applied)),
        `pair ${pair}\n${JSON.stringify({ after, operations }, undefined, 1)}`,
      ).to.equal(canonical(stored(expected)));
    }
  });

  it(`T42: for ${PAIRS} random graphs, what was read unchanged differs in nothing`, () => {
    for (let pair = 0; pair < PAIRS; pair++) {
      const { quads } = new RandomGraph(new Random(seeded(SEED * PAIRS + pair)));
      const read = readOf(quads);
      expect(client.operations(read, structuredClone(read.value))).to.deep.equal([]);
    }
  });

  const piece = [
    quad(root, namedNode(rdfType), namedNode(`${cargo}Piece`)),
    quad(root, namedNode(`${cargo}goodsDescription`), literal('Books', undefined, 'en')),
    quad(root, namedNode(`${cargo}slac`), literal('007', `${xsd}int`)),
    quad(root, namedNode(`${cargo}grossWeight`), namedNode('internal:1')),
    quad(namedNode('internal:1'), namedNode(rdfType), namedNode(`${cargo}Value`)),
    quad(namedNode('internal:1'), namedNode(`${cargo}numericalValue`), literal('20.50', `${xsd}double`)),
  ];

  it('T42: DELETE has the literal as it was read, ADD the datatype of the model; DELETE comes first', () => {
    const read = readOf(piece);
    const after = { ...read.value, goodsDescription: 'Old books', slac: 8 };
    expect(client.operations(read, after)).to.deep.equal([
      {
        op: 'DELETE',
        s: uri,
        p: `${cargo}goodsDescription`,
        o: [{ datatype: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#langString', value: 'Books', language: 'en' }],
      },
      { op: 'DELETE', s: uri, p: `${cargo}slac`, o: [{ datatype: `${xsd}int`, value: '007' }] },
      { op: 'ADD', s: uri, p: `${cargo}goodsDescription`, o: [{ datatype: `${xsd}string`, value: 'Old books' }] },
      { op: 'ADD', s: uri, p: `${cargo}slac`, o: [{ datatype: `${xsd}integer`, value: '8' }] },
    ]);
  });

  it('T42: a new object has a label, and its properties that label as their subject', () => {
    const read = readOf(piece);
    const marks = { '@type': 'HandlingInstructions', description: 'Keep dry' };
    const operations = client.operations(read, { ...read.value, handlingInstructions: [marks] });
    expect(operations).to.deep.equal([
      {
        op: 'ADD',
        s: uri,
        p: `${cargo}handlingInstructions`,
        o: [{ datatype: `${cargo}HandlingInstructions`, value: '_:new0' }],
      },
      { op: 'ADD', s: '_:new0', p: `${cargo}description`, o: [{ datatype: `${xsd}string`, value: 'Keep dry' }] },
    ]);
  });

  const cyclic: NodeValue = { '@type': 'Value' };
  cyclic['unit'] = cyclic;
  const impossible: readonly [what: string, value: unknown, path: string][] = [
    ['a Date', { eventDate: new Date(0) }, 'value.eventDate'],
    ['NaN', { grossWeight: { '@type': 'Value', numericalValue: NaN } }, 'value.grossWeight.numericalValue'],
    ['a function', { shippingMarks: ['a', () => 'b'] }, 'value.shippingMarks[1]'],
    ['a cycle', { grossWeight: cyclic }, 'value.grossWeight.unit'],
    ['null', { slac: null }, 'value.slac'],
    ['an array in an array', { shippingMarks: [['a']] }, 'value.shippingMarks[0]'],
    ['a name that neither is an IRI nor of the model', { colour: 'red' }, 'value.colour'],
    ['another URI', { '@id': 'https://a.example/logistics-objects/2' }, 'value.@id'],
    ['an embedded object of another object', { grossWeight: { '@id': 'internal:9' } }, 'value.grossWeight.@id'],
    ['a class that the model does not have', { grossWeight: { '@type': 'Weight' } }, 'value.grossWeight.@type'],
  ];
  for (const [what, value, path] of impossible) {
    it(`T42: ${what} is a TypeError with the path`, () => {
      const read = readOf(piece);
      expect(() => client.operations(read, Object.assign({ ...read.value }, value))).to.throw(TypeError, path);
    });
  }

  it('T42: an embedded object without a name of the server, and another object, cannot be changed', () => {
    const unnamed = blankNode('b0');
    const other = namedNode('https://a.example/logistics-objects/2');
    const read = readOf([
      quad(root, namedNode(rdfType), namedNode(`${cargo}Piece`)),
      quad(root, namedNode(`${cargo}grossWeight`), unnamed),
      quad(unnamed, namedNode(`${cargo}numericalValue`), literal('1', `${xsd}double`)),
      quad(root, namedNode(`${cargo}containedItems`), other),
      quad(other, namedNode(rdfType), namedNode(`${cargo}Item`)),
      quad(other, namedNode(`${cargo}description`), literal('an item')),
    ]);
    expect(client.operations(read, structuredClone(read.value)), 'unchanged').to.deep.equal([]);
    const heavier = structuredClone(read.value);
    Object.assign(heavier['grossWeight'] ?? {}, { numericalValue: 2 });
    expect(() => client.operations(read, heavier)).to.throw(TypeError, 'value.grossWeight.numericalValue');
    const renamed = structuredClone(read.value);
    Object.assign([renamed['containedItems']].flat()[0] ?? {}, { description: 'another' });
    expect(() => client.operations(read, renamed)).to.throw(TypeError, 'is another object');
    expect(termKey(unnamed)).to.equal('_:b0');
  });
});
