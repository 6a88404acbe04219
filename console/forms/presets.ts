/** What a new form begins with: the parts that a clerk fills in first (K7). */
import type { FormNamespaces } from './field-values.js';
import { emptyObject, type Entry, type FormObject } from './values.js';

const nameOf = (type: string): string => type.replace(/^.*[#/]/, '');

/**
 * A new object with its presets.
 *
 * @param within the property that it is nested in.
 */
export function newObject(type: string, namespaces: FormNamespaces, within?: string): FormObject {
  const { cargo, codeLists } = namespaces;
  const preset = (text: string): Entry => ({ kind: 'text', text, isPreset: true });
  const part = (name: string, fields: FormObject['fields'] = {}): Entry => ({
    kind: 'object',
    object: { type: cargo + name, fields },
  });
  const party = (role: string): Entry =>
    part('Party', { [`${cargo}partyRole`]: [preset(`${codeLists}ParticipantIdentifier#${role}`)] });
  switch (type.startsWith(cargo) ? nameOf(type) : '') {
    case 'Shipment':
      return {
        type,
        fields: {
          [`${cargo}waybill`]: [{ kind: 'object', object: newObject(`${cargo}Waybill`, namespaces) }],
          [`${cargo}involvedParties`]: [party('SHP'), party('CNE')],
        },
      };
    case 'Waybill': {
      const isHouse = within !== undefined && nameOf(within) === 'houseWaybills';
      return { type, fields: { [`${cargo}waybillType`]: [preset(`${cargo}${isHouse ? 'HOUSE' : 'DIRECT'}`)] } };
    }
    case 'Piece':
      return { type, fields: { [`${cargo}dimensions`]: [part('Dimensions')] } };
    case 'TransportMovement':
      return { type, fields: { [`${cargo}movementTimes`]: [part('MovementTime')] } };
    default:
      return emptyObject(type);
  }
}

/** A waybill with house waybills is a master: its preset follows, until somebody chooses otherwise. */
export function withWaybillKind(object: FormObject, { cargo }: FormNamespaces): FormObject {
  const [kind] = object.fields[`${cargo}waybillType`] ?? [];
  if (object.type !== `${cargo}Waybill` || kind?.kind !== 'text' || kind.isPreset !== true) return object;
  if (kind.text === `${cargo}HOUSE`) return object;
  const text = `${cargo}${(object.fields[`${cargo}houseWaybills`] ?? []).length > 0 ? 'MASTER' : 'DIRECT'}`;
  return { ...object, fields: { ...object.fields, [`${cargo}waybillType`]: [{ ...kind, text }] } };
}

/** The codes of the places in a form, those of departure first. */
export function placesIn(root: FormObject, { cargo }: FormNamespaces): string[] {
  const codes: { readonly code: string; readonly rank: number }[] = [];
  const visit = (object: FormObject, rank: number): void => {
    for (const [property, entries] of Object.entries(object.fields))
      for (const entry of entries) {
        const own = property === `${cargo}departureLocation` ? 0 : property === `${cargo}arrivalLocation` ? 1 : rank;
        if (entry.kind === 'object') visit(entry.object, own);
        else if (entry.kind === 'link' && entry.label !== undefined && /^[A-Z]{3}$/.test(entry.label))
          codes.push({ code: entry.label, rank: own });
        else if (entry.kind === 'text' && property === `${cargo}locationCodes`)
          codes.push({ code: entry.text.trim().toUpperCase(), rank: own });
      }
  };
  visit(root, 2);
  return [...new Set(codes.sort((one, other) => one.rank - other.rank).map(({ code }) => code))];
}
