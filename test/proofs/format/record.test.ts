import { expect } from 'chai';
import { FormatError } from '../../../src/proofs/format/format-error.js';
import { entryOf, logKinds, parseRecord, writeRecord } from '../../../src/proofs/format/record.js';
import { record } from './support.js';

// The record of the specification (P3).
const TEXT = `cargograph-log/v1
kind revision
graph https://node.example/logistics-objects/piece-1/revisions/7
time 2026-11-22T09:30:00.123Z
agent https://airline.example/logistics-objects/airline
cause https://node.example/action-requests/4711
salt fzqXbXxkzL3n0rWc2m8m3w==
content 6v0vV3l1yq0mX2Oq9l2yJk0yqC7o5uV0kz1xGm1v4bE=
`;

describe('log records (P3)', () => {
  it('are read and written byte for byte', () => {
    const parsed = parseRecord(TEXT);
    expect(parsed.kind).to.equal('revision');
    expect(parsed.salt).to.have.length(16);
    expect(writeRecord(parsed)).to.equal(TEXT);
    const withoutCause = TEXT.replace(/cause .*\n/, '');
    expect(parseRecord(withoutCause).cause).to.equal(undefined);
    expect(writeRecord(parseRecord(withoutCause))).to.equal(withoutCause);
  });

  it('are of each kind of P1', () => {
    for (const kind of logKinds) expect(parseRecord(writeRecord({ ...record, kind })).kind).to.equal(kind);
  });

  it('give entries of 32 bytes: the hash of the text (P5)', () => {
    expect(Buffer.from(entryOf('abc')).toString('hex')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  for (const [what, text] of [
    ['of another version', TEXT.replace('/v1', '/v2')],
    ['without its last line end', TEXT.trimEnd()],
    ['that goes on', `${TEXT}more\n`],
    ['of an unknown kind', TEXT.replace('revision\n', 'revisions\n')],
    ['with lines in another order', TEXT.replace(/(time .*\n)(agent .*\n)/, '$2$1')],
    ['with a line twice', TEXT.replace(/(cause .*\n)/, '$1$1')],
    ['without an agent', TEXT.replace(/agent .*\n/, '')],
    ['with a graph that is no IRI', TEXT.replace('graph https://node', 'graph node')],
    ['with a local time', TEXT.replace('123Z', '123')],
    ['with a day that is none', TEXT.replace('2026-11-22', '2026-13-22')],
    ['with a short salt', TEXT.replace('fzqXbXxkzL3n0rWc2m8m3w==', 'fzqX')],
    ['with a hash of another length', TEXT.replace('content ', 'content AAAA')],
    ['with two spaces', TEXT.replace('kind ', 'kind  ')],
    ['with other line ends', TEXT.replaceAll('\n', '\r\n')],
  ] as const) {
    it(`are not read ${what}`, () => {
      expect(() => parseRecord(text)).to.throw(FormatError);
    });
  }
});
