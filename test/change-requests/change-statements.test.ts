import { expect } from 'chai';
import { pino } from 'pino';
import type { Change, Operation } from '../../src/change-requests/change.js';
import {
  changedProperties,
  type ChangeStatements,
  orphaned,
  toStatements,
  validateSubmission,
} from '../../src/change-requests/change-statements.js';
import { ServiceError } from '../../src/errors.js';
import { loadModel } from '../../src/model/load.js';
import type { Model } from '../../src/model/model.js';
import { type Graph, graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, namedNode, node, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, rdfTerms, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';

const vocabulary = createVocabulary();
const { cargo: CARGO } = standardNamespaces;
const object = iri('http://node.example/logistics-objects/1');
const property = (name: string): Iri => iri(`https://example.org/${name}`);
/** `s p o`, each a name: of the object, of an embedded object, of a property, or a text in quotes. */
function graph(...statements: readonly string[]): Graph {
  const named = (name: string) => (name === 'object' ? node(object) : namedNode(`internal:${name}`));
  return graphOf(
    statements.map((text) => {
      const [s = '', p = '', o = ''] = text.split(' ');
      const value = o.startsWith('"') ? factory.literal(o.slice(1, -1)) : named(o);
      return triple(named(s), p === 'a' ? rdfTerms.type : node(property(p)), value);
    }),
  );
}

describe('the changed properties of an object', () => {
  const changed = (before: Graph, after: Graph): string[] =>
    changedProperties(before, after, object).map((name) => name.slice(property('').length));

  it('are those whose values are new, gone or others, in their order', () => {
    const before = graph('object same "x"', 'object gone "x"', 'object other "x"');
    const after = graph('object same "x"', 'object other "y"', 'object d "x"', 'object c "x"');
    expect(changed(before, after)).to.deep.equal(['c', 'd', 'gone', 'other']);
    expect(changed(before, before)).to.deep.equal([]);
  });

  it('are those that lead to an embedded object that has changed, however deep', () => {
    const common = ['object weight w', 'w unit u', 'object volume v', 'v value "1"'];
    const before = graph(...common, 'u name "kg"');
    expect(changed(before, graph(...common, 'u name "lb"'))).to.deep.equal(['weight']);
    expect(changed(before, graph(...common))).to.deep.equal(['weight']);
    expect(changed(graph(...common), before)).to.deep.equal(['weight']);
    expect(changed(before, graph(...common.slice(0, 3), 'u name "kg"'))).to.deep.equal(['volume']);
  });

  it('are not those of embedded objects that link back to the object, or to themselves', () => {
    const common = ['object weight w', 'w of object', 'w next w', 'object volume v', 'v of object'];
    expect(changed(graph(...common, 'object name "x"'), graph(...common))).to.deep.equal(['name']);
    expect(changed(graph(...common, 'v name "x"'), graph(...common))).to.deep.equal(['volume']);
  });

  it('are not those with a text that is the name of an embedded object', () => {
    const common = ['object text "internal:v"', 'object volume v', 'v next "internal:w"', 'object weight w'];
    expect(changed(graph(...common, 'w name "x"'), graph(...common))).to.deep.equal(['weight']);
  });
});

describe('the statements that no link reaches', () => {
  const orphans = (data: Graph): string[] =>
    orphaned(data, object).map(({ subject }) => subject.value.slice('internal:'.length));

  it('are those of embedded objects that only orphans, texts or types name', () => {
    const data = graph(
      'object weight w',
      'w unit u',
      'u name "kg"',
      'object text "internal:x"',
      'x name "x"',
      'object a y',
      'y name "y"',
      'z next zz',
      'zz next z',
    );
    expect(orphans(data)).to.deep.equal(['x', 'y', 'z', 'zz']);
    expect(orphans(graph('object weight w', 'w next w', 'w of object'))).to.deep.equal([]);
  });
});

describe('a Change as statements', () => {
  let model: Model;
  before(async () => {
    model = await loadModel({ namespaces: standardNamespaces, mode: 'strict', log: pino({ level: 'silent' }) });
  });

  const operation = (
    op: Operation['op'],
    s: string,
    p: string,
    value: string,
    datatype: Iri = xsd.string.value,
    language?: string,
  ): Operation => ({
    op,
    s,
    p: iri(p.includes(':') ? p : CARGO + p),
    o: [{ datatype, value, language }],
  });
  const changeOf = (operations: readonly Operation[]): Change => ({
    object,
    revision: 1,
    description: undefined,
    notifyRequestStatusChange: false,
    operations,
    verificationRequests: [],
  });
  const statementsOf = (...operations: readonly Operation[]): ChangeStatements => {
    let last = 0;
    return toStatements(changeOf(operations), { model, vocabulary, ids: { next: () => String((last += 1)) } });
  };
  const classOf = (name: string): Iri => iri(CARGO + name);
  const written = (quads: readonly Quad[]): string[] =>
    quads.map(({ subject, predicate, object: value }) => {
      const short = (text: string): string => text.replace(CARGO, '').replace(object, 'object');
      return [subject, predicate, value].map((term) => short(term.value)).join(' ');
    });

  it('has one embedded object for each label, with the class that the Change names', () => {
    const { additions, deletions, links } = statementsOf(
      operation('ADD', '_:w', 'unit', 'KGM'),
      operation('ADD', object, 'grossWeight', '_:w', classOf('Value')),
      operation('ADD', object, 'volume', '_:v', classOf('Value')),
      operation('DELETE', object, 'goodsDescription', 'x'),
    );
    expect(written(additions)).to.have.members([
      'internal:1 unit KGM',
      'object grossWeight internal:1',
      'object volume internal:2',
      `internal:1 ${rdfTerms.type.value} Value`,
      `internal:2 ${rdfTerms.type.value} Value`,
    ]);
    expect(written(deletions)).to.deep.equal(['object goodsDescription x']);
    expect(links).to.deep.equal([]);
  });

  it('has links to what an ADD names by its IRI: no code, no name of the model, no type, no embedded object', () => {
    const target = iri('https://elsewhere.example/logistics-objects/p');
    const { links } = statementsOf(
      operation('ADD', object, 'containedPieces', target, classOf('Piece')),
      operation('DELETE', object, 'containedPieces', `${target}x`, classOf('Piece')),
      operation('ADD', object, rdfTerms.type.value, `${target}y`, classOf('Piece')),
      operation('ADD', object, 'grossWeight', 'internal:w', classOf('Value')),
      operation('ADD', object, 'https://example.org/see', `${CARGO}Piece`, classOf('Piece')),
      operation('ADD', object, 'https://example.org/see', vocabulary.api.Change.value, classOf('Piece')),
      operation('ADD', object, 'specialHandlingCodes', 'https://1r.example.org/codes#CUS', classOf('CodeListElement')),
      operation('ADD', object, 'goodsDescription', target),
    );
    expect(links).to.deep.equal([{ target, type: classOf('Piece'), property: classOf('containedPieces') }]);
  });

  it('keeps the language of a text, and the datatype of a value', () => {
    const { additions } = statementsOf(
      operation('ADD', object, 'goodsDescription', 'Äpfel', rdfTerms.langString.value, 'de'),
      operation('ADD', object, 'https://example.org/a', '1', xsd.integer.value),
      operation('ADD', object, 'https://example.org/b', 'x', rdfTerms.langString.value),
      operation('ADD', object, 'https://example.org/c', 'urn:example:c', rdfTerms.langString.value, 'en'),
    );
    const literals = additions.map(({ object: value }) =>
      value.termType === 'Literal' ? [value.value, value.language, value.datatype.value] : [],
    );
    expect(literals).to.have.deep.members([
      ['Äpfel', 'de', rdfTerms.langString.value],
      ['1', '', xsd.integer.value],
      ['x', '', xsd.string.value],
      ['urn:example:c', 'en', rdfTerms.langString.value],
    ]);
  });

  it('may introduce labels in any order, from the object or an embedded one on', () => {
    const embedded = graph('object grossWeight w');
    const problems = (data: Graph | undefined, ...operations: readonly Operation[]): readonly string[] => {
      try {
        validateSubmission({ change: changeOf(operations), unprocessable: [] }, data, { model, vocabulary });
        return [];
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return error.details.map(({ message }) => message);
      }
    };
    const value = classOf('Value');
    const [third, second, first] = [
      operation('ADD', '_:b', 'https://example.org/c', '_:c', value),
      operation('ADD', '_:a', 'https://example.org/b', '_:b', value),
      operation('ADD', object, 'https://example.org/a', '_:a', value),
    ];
    const last = operation('ADD', '_:c', 'unit', 'KGM');
    expect(problems(embedded, last, third, second, first)).to.deep.equal([]);
    expect(problems(embedded, last, third, second)).to.have.length(3);
    expect(problems(embedded, operation('ADD', 'internal:w', 'unit', 'KGM'))).to.deep.equal([]);
    expect(problems(embedded, operation('ADD', 'internal:v', 'unit', 'KGM'))).to.have.length(1);
    // Of another revision, the embedded objects are unknown.
    expect(problems(undefined, operation('ADD', 'internal:v', 'unit', 'KGM'))).to.deep.equal([]);
    expect(problems(undefined, operation('ADD', `${object}x`, 'unit', 'KGM'))).to.have.length(1);
    expect(problems(embedded, operation('DELETE', object, 'volume', '_:a', value))).to.have.length(1);
  });
});
