import { expect } from 'chai';
import fc from 'fast-check';
import { InMemoryDataset } from '../../../src/store/oxigraph/in-memory-dataset.js';
import { difference } from '../../../src/store/oxigraph/ntriples.js';
import { revision } from '../support/open.js';

const graph = revision('piece', 1);

describe('the live store', () => {
  it('writes a typed value the same however often it is loaded', () => {
    const xsd = 'http://www.w3.org/2001/XMLSchema#';
    const value = fc.oneof(
      fc.double().map((number) => [String(number), 'double'] as const),
      fc.constantFrom('1e400', '-0', 'NaN', '-INF', '020.50', '1e3').map((text) => [text, 'double'] as const),
      fc
        .constantFrom('020.50', '-0.0', '123456789012345678901234567890.5', '+1')
        .map((text) => [text, 'decimal'] as const),
      fc.constantFrom('+007', '99999999999999999999').map((text) => [text, 'integer'] as const),
      fc.constantFrom('1', 'true', 'yes').map((text) => [text, 'boolean'] as const),
      fc
        .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
        .map((date) => [date.toISOString(), 'dateTime'] as const),
      fc.constantFrom('2020-02-30', '2020-01-01+14:00', '24:00:00').map((text) => [text, 'date'] as const),
      fc.constantFrom('P1Y13M', 'PT0S', '-P1DT25H').map((text) => [text, 'duration'] as const),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), (values) => {
        const once = new InMemoryDataset();
        once.load(graph, values.map(([text, type]) => `<${graph}> <${graph}> "${text}"^^<${xsd}${type}> .\n`).join(''));
        const again = new InMemoryDataset();
        again.load(graph, once.text(graph));
        expect(difference(once.text(graph), again.text(graph))).to.deep.equal({ added: [], removed: [] });
      }),
      { numRuns: 50 },
    );
  });

  it('distrusts itself once a commit could not be carried out', () => {
    const reasons: string[] = [];
    const live = new InMemoryDataset((reason) => reasons.push(reason));
    const change = { graph, text: 'x', added: ['this is no statement'], removed: [] };
    const apply = (): void => {
      live.apply([change]);
    };
    expect(apply).to.throw();
    expect(apply).to.throw();
    expect(reasons).to.have.length(1);
    expect(reasons[0]).to.equal(live.failure);
    expect(live.failure).to.contain('a commit could not be carried out');
  });
});
