/** The header of a message: metadata of the message, not of its waybill (X31). */
import type { Codes } from '../mapping/codes.js';
import type { Bound } from './bind.js';
import type { Findings } from './findings.js';
import { readTime } from './times.js';

export type Purpose = 'create' | 'update' | 'delete';

export interface Header {
  readonly id: string | undefined;
  readonly typeCode: string | undefined;
  /** An xsd:dateTime with a zone. */
  readonly issued: string | undefined;
  readonly purpose: Purpose;
  /** As it is sent. */
  readonly purposeCode: string | undefined;
  readonly version: string | undefined;
  readonly conversation: string | undefined;
  /** `P:REUAGT12/FRA01`: scheme and identifier. */
  readonly sender: readonly string[];
  readonly recipient: readonly string[];
}

const purposes: Readonly<Record<string, Purpose>> = {
  creation: 'create',
  create: 'create',
  update: 'update',
  deletion: 'delete',
  delete: 'delete',
  cancellation: 'delete',
};

export function readHeader(root: Bound, zone: string, findings: Findings): Header {
  const values = new Map<string, string[]>();
  const parties: Record<'sender' | 'recipient', string[]> = { sender: [], recipient: [] };
  const visit = (bound: Bound): void => {
    const { derivation, type } = bound.row;
    if (type.kind === 'header' && bound.leaf !== undefined) {
      bound.leaf.taken('header');
      if (derivation === 'sender' || derivation === 'recipient') {
        const scheme = bound.attributes.find(({ row }) => row?.status === 'header')?.value;
        parties[derivation].push(scheme === undefined ? bound.leaf.value : `${scheme}:${bound.leaf.value}`);
      } else values.set(derivation, [...(values.get(derivation) ?? []), bound.leaf.value]);
      for (const attribute of bound.attributes) if (attribute.row !== undefined) attribute.taken('header');
    }
    bound.children.forEach(visit);
  };
  visit(root);
  const [version] = values.get('version') ?? [];
  if (version === undefined || !/^[0-9]+(?:\.[0-9]+)?$/.test(version)) findings.note('version', root, version);
  const purposeCode = values.get('purpose')?.[0];
  return {
    id: values.get('id')?.[0],
    typeCode: values.get('type-code')?.[0],
    issued: readTime(values.get('issued')?.[0] ?? '', zone)?.text,
    purpose: purposes[purposeCode?.toLowerCase() ?? ''] ?? 'update',
    purposeCode,
    version,
    conversation: values.get('conversation')?.[0],
    ...parties,
  };
}

/** Of TypeCode 740, 741 or 703 (X9). */
export function waybillType({ typeCode }: Header, codes: Codes): ReturnType<Codes['read']> {
  return typeCode === undefined ? undefined : codes.read('WaybillType', typeCode);
}
