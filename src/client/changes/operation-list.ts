/** Collects operations: grouped by subject and property, DELETE before ADD (T42). */
import type { Operation, OperationObject } from './operation.js';

type Groups = Map<string, { readonly s: string; readonly p: string; readonly o: Map<string, OperationObject> }>;

export class OperationList {
  readonly #groups: Readonly<Record<Operation['op'], Groups>> = { DELETE: new Map(), ADD: new Map() };

  /** Once, however often it is added. */
  add(op: Operation['op'], s: string, p: string, object: OperationObject): void {
    const key = `${s} ${p}`;
    const group = this.#groups[op].get(key) ?? { s, p, o: new Map<string, OperationObject>() };
    group.o.set(JSON.stringify([object.datatype, object.value, object.language]), object);
    this.#groups[op].set(key, group);
  }

  all(): Operation[] {
    return (['DELETE', 'ADD'] as const).flatMap((op) =>
      Array.from(this.#groups[op].values(), ({ s, p, o }) => ({ op, s, p, o: [...o.values()] })),
    );
  }
}
