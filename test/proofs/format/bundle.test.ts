import { expect } from 'chai';
import {
  type Bundle,
  type BundleStatement,
  parseBundle,
  disclosed,
  withheld,
} from '../../../src/proofs/format/bundle.js';
import { FormatError } from '../../../src/proofs/format/format-error.js';
import { COSIGNATURE, ED25519, NoteSigner } from '../../../src/proofs/format/note.js';
import { contentOf, statementHash } from '../../../src/proofs/format/statements.js';
import { type Proven, type Step, verifyBundle } from '../../../src/proofs/format/verify-bundle.js';
import { iri } from '../../../src/rdf/terms.js';
import { allDisclosed, bundleOf, keyFrom, logSigner, ORIGIN, record, statements, witness } from './support.js';

const trust = { keys: [logSigner.key], witnesses: [witness.key] };

/** What a bundle proves; fails if it does not hold. */
function provenBy(bundle: Bundle, by = trust): Proven {
  const verdict = verifyBundle(bundle, by);
  if (!verdict.holds) throw new Error(`step ${verdict.step}: ${verdict.reason}`);
  return verdict.proven;
}

describe('bundles (P14, P20)', () => {
  let bundle: Bundle;
  before(async () => {
    bundle = await bundleOf(record, allDisclosed());
  });

  it('are read from their JSON', () => {
    expect(parseBundle(JSON.stringify(bundle))).to.deep.equal(bundle);
  });

  it('prove record, statements, index, checkpoint and cosigners', () => {
    const proven = provenBy(bundle);
    expect(proven.record.agent).to.equal(record.agent);
    expect(proven.disclosed).to.deep.equal(statements.map(({ nquad }) => nquad));
    expect(proven).to.deep.include({ withheldCount: 0, index: 41, isTrusted: true, unverified: [] });
    expect(proven.checkpoint).to.deep.include({ origin: ORIGIN, size: 1203 });
    expect(proven.cosignatures.map(({ key }) => key.name)).to.deep.equal(['partner.example/log/witness']);
  });

  it('prove the same with statements withheld (P16)', () => {
    const some: BundleStatement[] = statements.map(({ salt, nquad }, index) =>
      index === 1 ? disclosed(salt, nquad) : withheld(statementHash(salt, nquad)),
    );
    const proven = provenBy({ ...bundle, statements: some });
    expect(proven.disclosed).to.deep.equal([statements[1]?.nquad]);
    expect(proven.withheldCount).to.equal(2);
  });

  it('prove without statements what was superseded (P17), and not otherwise', () => {
    expect(provenBy({ ...bundle, statements: null, superseded: true }).disclosed).to.equal(undefined);
    expect(verifyBundle({ ...bundle, statements: null }, trust)).to.deep.include({ holds: false, step: 1 });
  });

  it('prove what was erased, with the entry of the erasure (P34)', async () => {
    const erasure = { ...record, kind: 'erasure', content: contentOf([]) } as const;
    const erased = await bundleOf(erasure, [], { index: 1203, size: 1204, cosigners: [] });
    expect(provenBy({ ...bundle, statements: null, erased }).erasure?.index).to.equal(1203);
    const other = await bundleOf({ ...erasure, kind: 'hold' }, [], { index: 1203, size: 1204 });
    expect(verifyBundle({ ...bundle, statements: null, erased: other }, trust)).to.deep.include({ step: 6 });
    expect(() => parseBundle(JSON.stringify({ ...bundle, erased: { ...erased, erased } }))).to.throw(FormatError);
  });

  it('are tried with their own keys if the verifier has none', () => {
    expect(provenBy(bundle, { keys: [], witnesses: [] })).to.deep.include({
      isTrusted: false,
      unverified: ['partner.example/log/witness'],
    });
  });

  const another = new NoteSigner('other.example/log/1', ED25519, keyFrom('another'));
  const falsified: readonly [what: string, step: Step, of: () => Bundle | Promise<Bundle>, by?: typeof trust][] = [
    ['a record that is none', 1, () => ({ ...bundle, record: 'kind revision\n' })],
    ['another value', 1, () => ({ ...bundle, statements: changedAt(0, (text) => text.replace('Flowers', 'Weapons')) })],
    ['a statement left out', 1, () => ({ ...bundle, statements: (bundle.statements ?? []).slice(1) })],
    [
      'a statement added',
      1,
      () => ({ ...bundle, statements: [...(bundle.statements ?? []), withheld(record.content)] }),
    ],
    ['statements exchanged', 1, () => ({ ...bundle, statements: [...(bundle.statements ?? [])].reverse() })],
    ['a salt that is too short', 1, () => ({ ...bundle, statements: [{ salt: 'AAAA', nquad: '' }] })],
    [
      'another agent',
      3,
      () => ({ ...bundle, record: bundle.record.replace('agent https://airline', 'agent https://other') }),
    ],
    ['another index', 3, () => ({ ...bundle, proof: bundle.proof.replace('index 41', 'index 42') })],
    ['another size', 4, () => ({ ...bundle, proof: bundle.proof.replace('\n1203\n', '\n1204\n') })],
    ['a proof that is none', 3, () => ({ ...bundle, proof: '' })],
    ['a signature of another text', 4, () => renamed(ORIGIN, 'another text\n')],
    ['a log that is not trusted', 4, () => bundle, { ...trust, keys: [another.key] }],
    ['the text of another log', 4, () => renamed('forged.example/log/1')],
    ['a witness that has not cosigned', 5, () => bundleOf(record, allDisclosed(), { cosigners: [] })],
    [
      'a witness with another key',
      5,
      () => bundle,
      { ...trust, witnesses: [new NoteSigner(witness.key.name, COSIGNATURE, keyFrom('another')).key] },
    ],
    ['a statement of another graph', 6, () => foreign(`<n:s> <n:p> <n:o> <n:g> .`)],
    ['a statement that is no N-Quad', 6, () => foreign(`<n:s> <n:p> "a" <n:g> .\n<n:s> <n:p> "a" <${record.graph}> .`)],
  ];

  const changedAt = (at: number, change: (text: string) => string): BundleStatement[] =>
    statements.map(({ salt, nquad }, index) => disclosed(salt, index === at ? change(nquad) : nquad));

  /** A bundle whose checkpoint names another origin, signed with the log's key under its own name. */
  async function renamed(origin: string, signed?: string): Promise<Bundle> {
    const { proof } = await bundleOf(record, allDisclosed());
    const [head = '', rest = ''] = proof.split(/\n\n(?=node)/);
    const text = `${rest.split('\n\n')[0]?.replace(ORIGIN, origin) ?? ''}\n`;
    return { ...bundle, proof: `${head}\n\n${text}\n${logSigner.sign(signed ?? text, new Date(0))}` };
  }

  function foreign(nquad: string): Promise<Bundle> {
    const salt = Buffer.alloc(16, 7);
    return bundleOf({ ...record, content: contentOf([statementHash(salt, nquad)]) }, [disclosed(salt, nquad)]);
  }

  for (const [what, step, of, by = trust] of falsified) {
    it(`do not hold with ${what}: step ${step}`, async () => {
      const verdict = verifyBundle(await of(), by);
      expect(verdict).to.deep.include({ holds: false, step });
    });
  }

  it('may show the provenance of their graph', async () => {
    const graph = iri(`${record.graph}/provenance`);
    expect(provenBy(await foreign(`<n:s> <n:p> <n:o> <${graph}> .`)).disclosed).to.have.length(1);
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another format', { format: 'cargograph-proof/v2' }],
    ['no record', { record: undefined }],
    ['statements that are no list', { statements: {} }],
    ['a statement that is none', { statements: [{}] }],
    ['a statement without salt', { statements: [{ nquad: '' }] }],
    ['keys that are numbers', { keys: [1] }],
    ['no superseded', { superseded: 'no' }],
    ['an erasure that is none', { erased: {} }],
    ['a lone surrogate', { record: '\uD800' }],
  ] as const) {
    it(`are not read from ${what}`, () => {
      const json = typeof text === 'string' ? text : JSON.stringify({ ...bundle, ...text });
      expect(() => parseBundle(json)).to.throw(FormatError);
    });
  }
});
