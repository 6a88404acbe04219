/** The programs in the documents on types and on the receiver (T52, T48). */
import { expect } from 'chai';
import { cargoTypes } from '../../scripts/cargo-types.js';
import { blocksOf, diagnosticsOf, withClient } from './compiled-programs.js';

describe('The programs in docs/', () => {
  for (const document of ['client-types.md', 'client-receiver.md']) {
    it(`${document} compile with all that is strict`, () => {
      const blocks = blocksOf(document);
      expect(blocks).to.have.length(1);
      const programs = Object.fromEntries(blocks.map((block, index) => [`block-${index}.ts`, block]));
      expect(diagnosticsOf({ 'cargo.ts': cargoTypes(), ...programs }, withClient)).to.deep.equal([]);
    });
  }
});
