import { expect } from 'chai';
import { finish } from '../../src/async/turns.js';
import { Places } from '../../src/console/validation/source-positions.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';

const { namespaces } = createVocabulary();
const COUNT = 2_000;

describe('places in a pasted document', () => {
  const part = (index: number): string =>
    `{"@id": "http://x/${index}", "cargo:goodsDescription": "a", "cargo:transportMovement": {"cargo:goodsDescription": "b"}}`;
  const text = `{"@context": {"cargo": "${namespaces.cargo}"}, "cargo:pieces": [\n${Array.from({ length: COUNT }, (_, index) => part(index)).join(',\n')}\n]}`;
  const goods = `${namespaces.cargo}goodsDescription`;

  it('are those of the resource, or below it, in a document of many', () => {
    const places = finish(Places.read(text, namespaces));
    for (const index of [0, 1, 999, COUNT - 1]) {
      const pointer = `/cargo:pieces/${index}`;
      const resource = `http://x/${index}`;
      const line = index + 2;
      const column = part(index).indexOf('"cargo:goods') + 1;
      expect(places.of({ resource, property: goods })).to.deep.equal({
        pointer: `${pointer}/cargo:goodsDescription`,
        line,
        column,
      });
      expect(places.of({ resource, property: `${namespaces.cargo}transportMovement` })?.line).to.equal(line);
      expect(places.of({ resource, property: 'http://x/absent' })).to.deep.equal({ pointer, line, column: 1 });
    }
  });

  it('are the first in the document where the resource does not have the property, or is not there', () => {
    const places = finish(Places.read(text, namespaces));
    expect(places.of({ resource: 'http://x/5', property: `${namespaces.cargo}pieces` })?.pointer).to.equal(
      '/cargo:pieces',
    );
    expect(places.of({ resource: 'http://x/absent', property: goods })?.pointer).to.equal(
      '/cargo:pieces/0/cargo:goodsDescription',
    );
    expect(places.of({})).to.deep.equal({ pointer: '', line: 1, column: 1 });
  });

  it('are found in steps, whatever the document is large by', () => {
    const large = {
      objects: `[${Array.from({ length: COUNT }, () => '{}').join(',')}]`,
      keys: `{${Array.from({ length: COUNT }, (_, index) => `"k${index}":1`).join(',')}}`,
    };
    for (const [how, document] of Object.entries(large)) {
      const steps = Places.read(document, namespaces);
      let count = 0;
      while (steps.next().done !== true) count += 1;
      expect(count, how).to.be.at.least(COUNT / 100);
    }
  });
});
