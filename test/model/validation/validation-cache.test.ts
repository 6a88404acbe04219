import { expect } from 'chai';
import { graphOf } from '../../../src/rdf/graph.js';
import { type Quad, triple } from '../../../src/rdf/terms.js';
import { Random, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { Payloads } from '../payloads.js';
import { cargo, load, messages, root, turtle } from '../support.js';
import { cpuTime } from '../../support/cpu-time.js';

describe('the cache of validation results', () => {
  const described = (description: string): string =>
    `lo:p1 a cargo:Piece ; cargo:grossWeight <internal:w> . <internal:w> ${description} .`;

  it('is asked again when the same embedded object is described otherwise', async () => {
    const model = await load();
    expect(await messages(described('a cargo:Value ; cargo:numericalValue 5.0e0'), model)).to.deep.equal([]);
    expect(await messages(described('a cargo:Dimensions'), model)).to.have.length(1);
    expect(await messages(described('a cargo:Value ; cargo:numericalValue "heavy"'), model)).to.have.length(1);
  });

  it('counts values: one value is not two', async () => {
    const model = await load();
    const named = (names: string): string => `lo:p1 a cargo:Company ; cargo:name ${names} .`;
    expect(await messages(named('"A"'), model)).to.deep.equal([]);
    expect(await messages(named('"B"'), model)).to.deep.equal([]);
    expect(await messages(named('"A", "B"'), model)).to.have.length(1);
  });

  it('separates texts of a datatype from others, and dateTimes with a time zone from those without', async () => {
    const model = await load();
    const weighed = (weight: string): string => described(`a cargo:Value ; cargo:numericalValue ${weight}`);
    expect(await messages(weighed('"5.5"^^xsd:double'), model)).to.deep.equal([]);
    expect(await messages(weighed('"7.25"^^xsd:double'), model)).to.deep.equal([]);
    expect(await messages(weighed('"heavy"^^xsd:double'), model)).to.have.length(1);
    const happened = (time: string): string =>
      `lo:p1 a cargo:LogisticsEvent ; cargo:eventDate "${time}"^^xsd:dateTime .`;
    expect(await messages(happened('2026-03-01T10:38:01Z'), model)).to.deep.equal([]);
    expect(await messages(happened('2026-03-01T10:38:01'), model)).to.have.length(1);
    expect(await messages(happened('2026-03-01T10:38:02Z'), model)).to.deep.equal([]);
  });

  it('treats a text that looks like a cache key as a text', async () => {
    const model = await load();
    const flagged = (value: string): string => `lo:p1 a cargo:Piece ; cargo:coload ${value} .`;
    expect(await messages(flagged('true'), model)).to.deep.equal([]);
    const imitation = String.raw`"true\"@<http://www.w3.org/2001/XMLSchema#boolean>"`;
    expect(await messages(flagged(imitation), model)).to.have.length(1);
  });

  it('reads the names of values where a shape does, independent of other values', async () => {
    const model = await load();
    const operated = (operation: string): string =>
      `lo:c1 a api:Change ; api:hasLogisticsObject lo:p1 ; api:hasRevision 1 ; api:hasOperation ${operation}`;
    const described = (s: string): string =>
      `a api:Operation ; api:op api:ADD ; api:s "${s}" ; api:p "urn:x:p" ; api:o "o"`;
    expect(await messages(operated(`[ ${described('A')} ] .`), model)).to.deep.equal([]);
    expect(await messages(operated(`[ ${described('B')} ] .`), model)).to.deep.equal([]);
    expect(await messages(operated(`lo:o . lo:o ${described('C')} .`), model)).to.deep.equal([]);
    expect(await messages(operated(`cargo:Piece . cargo:Piece ${described('C')} .`), model)).to.have.length(1);
  });

  it('takes linear time for shared values with long names', async () => {
    const model = await load();
    const took = async (name: string): Promise<number> => {
      const said = Array.from({ length: 45 }, (_, index) => `<${cargo(name)}${index}> "x"`).join(' ; ');
      const pieces = Array.from({ length: 600 }, (_, index) => `lo:c${index} a cargo:Piece ; cargo:grossWeight _:h .`);
      const data = turtle(`_:h a cargo:Value ; ${said} . ${pieces.join('\n')}`);
      const began = cpuTime();
      await model.check(data, [root]);
      return cpuTime() - began;
    };
    await took('warm');
    // The least of three: a collection of garbage may be in each of them.
    const least = async (length: number): Promise<number> => {
      const times: number[] = [];
      for (const letter of ['a', 'b', 'c']) times.push(await took(letter.repeat(length)));
      return Math.min(...times);
    };
    expect(await least(30_000)).to.be.below(5 * (await least(1)) + 100);
  });

  const documentsInAll = scaled(24);
  it(`does not change the result: ${documentsInAll} documents, each like one before it, in two orders`, async function () {
    this.timeout(scaled(600_000));
    const random = new Random(seeded(11));
    const payloads = new Payloads(11);
    const documents = Array.from({ length: documentsInAll / 2 }, () => {
      const quads = payloads.valid();
      return [quads, altered(quads, random)];
    }).flat();
    const verdicts = async (inOrder: readonly (readonly Quad[])[]): Promise<string[]> => {
      const model = await load();
      const found: string[] = [];
      for (const quads of inOrder) {
        const violations = await model.check(graphOf(quads), [root]);
        expect(await model.check(graphOf(quads), [root])).to.deep.equal(violations);
        found.push(JSON.stringify(violations));
      }
      return found;
    };
    const forwards = await verdicts(documents);
    const backwards = await verdicts([...documents].reverse());
    expect(forwards).to.deep.equal(backwards.reverse());
    // And as a model finds that remembers nothing yet.
    for (let place = 1; place < documents.length; place += Math.ceil(documents.length / 3)) {
      const violations = await (await load()).check(graphOf(documents[place] ?? []), [root]);
      expect(JSON.stringify(violations)).to.equal(forwards[place]);
    }
    expect(forwards.filter((violations) => violations !== '[]')).to.have.length.greaterThan(documentsInAll / 8);
  });
});

/** The same document with the object of one of its statements in the place of another's. */
function altered(quads: readonly Quad[], random: Random): Quad[] {
  const [place, { object }] = [random.below(quads.length), random.one(quads)];
  return quads.map((quad, index) => (index === place ? triple(quad.subject, quad.predicate, object) : quad));
}
