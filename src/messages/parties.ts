/**
 * Which party of a waybill is which (X15): by its role, and if several have it, by what identifies it. A party of a status
 * always has that in its id: later statuses name others, and events are never altered.
 */
import { getOrAdd } from '../collections.js';
import { idPart } from './ids.js';
import type { DraftNode } from './reading/draft.js';
import type { ReadMessage } from './reading/read-message.js';

export interface PartyOfRole {
  /** The company. */
  readonly details: DraftNode;
  readonly waybill: DraftNode;
  /** The code of the role in lower case. */
  readonly role: string;
  /** Its first identifier, else its account, else its name. */
  readonly identifier: string | undefined;
  /** Whether the waybill has no other party of this role. */
  readonly isAlone: boolean;
}

type Parties = Pick<ReadMessage, 'waybill' | 'statuses'>;

/** The companies of all waybills and statuses of a message; a Carrier has its own id. */
export function partiesOf({ waybill, statuses }: Parties): PartyOfRole[] {
  const waybills = [waybill, ...waybill.nodes('masterWaybill'), ...waybill.nodes('houseWaybills')];
  const ofWaybills = [...new Set(waybills)].flatMap((one) =>
    byRole(
      one,
      one.nodes('shipment').flatMap((shipment) => shipment.nodes('involvedParties')),
    ),
  );
  const ofStatuses = statuses.flatMap(({ node }) => byRole(waybill, node.nodes('involvedParties')));
  return [...ofWaybills, ...ofStatuses.map((party) => ({ ...party, isAlone: false }))];
}

function byRole(waybill: DraftNode, parties: readonly DraftNode[]): PartyOfRole[] {
  const roles = new Map<string, DraftNode[]>();
  for (const party of parties) getOrAdd(roles, roleOf(party), () => []).push(party);
  return [...roles].flatMap(([role, same]) =>
    same.flatMap((party) => {
      const [details] = party.nodes('partyDetails');
      if (details?.type !== 'Company') return [];
      return [{ details, waybill, role, identifier: identifierOf(party, details), isAlone: same.length === 1 }];
    }),
  );
}

const identifierOf = (party: DraftNode, details: DraftNode): string | undefined =>
  party.nodes('otherIdentifiers')[0]?.text('textualValue') ??
  party.nodes('accountNumbers')[0]?.text('textualValue') ??
  details.text('name');

/** The role of a party as a part of an id. */
export function roleOf(party: DraftNode | undefined): string {
  const role = party?.text('partyRole') ?? 'party';
  return idPart(role.slice(role.indexOf('#') + 1).toLowerCase());
}

/** The id of a party that has its role alone. */
export const roleId = (waybill: string, { role }: Pick<PartyOfRole, 'role'>): string => `${waybill}-${role}`;

/** The id of one of several parties of a role; undefined for one that nothing identifies: it has its number. */
export function identifiedId(waybill: string, party: PartyOfRole): string | undefined {
  return party.identifier === undefined ? undefined : `${roleId(waybill, party)}-${idPart(party.identifier)}`;
}
