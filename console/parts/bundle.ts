/** What a bundle says (docs/proofs.md, P14): as the node gives it, unverified. `verify` is for who does not believe it. */

/** The members of a bundle that the console reads. */
export interface Bundle {
  readonly graph: string;
  readonly record: string;
  readonly statements: readonly { readonly nquad?: string; readonly erased?: boolean }[] | null;
  readonly proof: string;
  readonly superseded: boolean;
}

export interface ProvenEntry {
  readonly index: number;
  /** The number of entries below the checkpoint. */
  readonly size: number;
  /** When it was written: ISO 8601. */
  readonly time: string;
  /** Who cosigned the checkpoint, by host. */
  readonly cosigners: readonly string[];
}

const WITNESS = '/log/witness';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Reads the C2SP tlog-proof and the record of a bundle; undefined for another format. */
export function provenEntry({ proof, record }: Pick<Bundle, 'proof' | 'record'>): ProvenEntry | undefined {
  const [, index] = /^index (\d+)$/m.exec(proof) ?? [];
  const [, origin, size] = /\n\n([^\n]+)\n(\d+)\n/.exec(proof) ?? [];
  const [, time] = /^time (\S+)$/m.exec(record) ?? [];
  if (index === undefined || size === undefined || time === undefined) return undefined;
  const names = Array.from(proof.matchAll(/^— (\S+) /gm), ([, name = '']) => name).filter((name) => name !== origin);
  const hosts = names.map((name) => (name.endsWith(WITNESS) ? name.slice(0, -WITNESS.length) : name));
  return { index: Number(index), size: Number(size), time, cosigners: [...new Set(hosts)] };
}

/** The properties of a subject that a bundle may disclose alone: its types always come. */
export function propertiesOf({ statements, graph }: Pick<Bundle, 'statements' | 'graph'>, subject: string): string[] {
  const found = (statements ?? []).flatMap(({ nquad = '' }) => {
    const [, about, property] = /^<([^>]*)> <([^>]*)> /.exec(nquad) ?? [];
    return property !== undefined && about === subject && property !== TYPE && nquad.endsWith(` <${graph}> .`)
      ? [property]
      : [];
  });
  return [...new Set(found)];
}
