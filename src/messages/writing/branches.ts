/** Which objects a message is written from: the steps of its table's targets as a tree (X75, X84). */
import { getOrAdd } from '../../collections.js';
import type { Mappings, MessageMapping } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { Step } from '../mapping/target.js';

/** The properties that are followed from a node. */
export interface Branch {
  readonly children: Map<string, Branch>;
}

export interface Branches {
  readonly waybill: Branch;
  readonly status: Branch;
  readonly uld: Branch;
}

const SHIPMENT = 'Shipment';
const DECLARATIONS = 'securityDeclarations';
const CUSTOMS = 'customsInformation';

export function branchesOf({ root }: MessageMapping, { names, securityLines }: Mappings): Branches {
  const newBranch = (): Branch => ({ children: new Map() });
  const all: Branches = { waybill: newBranch(), status: newBranch(), uld: newBranch() };
  const child = (branch: Branch, property: string): Branch => getOrAdd(branch.children, property, newBranch);
  const grow = (from: Branch, steps: readonly Step[]): Branch => {
    let at = from;
    for (const { class: type, property } of steps) {
      // Lines of customs information are also the security of the shipment (X26).
      if (type === SHIPMENT && property === CUSTOMS)
        for (const { steps: line } of securityLines)
          if (line[0] !== undefined) child(child(at, DECLARATIONS), line[0].property);
      at = child(at, property);
    }
    return at;
  };
  const visit = (row: Row, waybill: Branch): void => {
    const { target } = row;
    let within = waybill;
    if (target !== undefined && target.class !== 'ULD' && row.rule !== 'X43') {
      const end = grow(target.class === 'Waybill' ? waybill : all.status, target.steps);
      const last = target.steps.at(-1);
      // Rows in a waybill's element begin anew with that waybill.
      if (row.type.kind === 'group' && last !== undefined && names.rangeOf(last.property) === 'Waybill') within = end;
    }
    if (target?.class === 'ULD') grow(all.uld, target.steps);
    for (const below of [...row.attributes, ...row.children]) visit(below, within);
  };
  visit(root, all.waybill);
  return all;
}
