/** Milestones in words. The browser uses this file, too: it imports nothing of the node. */

/** The milestones of a shipment in the order in which they follow each other, by the code of their status. */
export const milestoneWords = {
  BKD: 'booked',
  RCS: 'received from shipper',
  MAN: 'manifested',
  DEP: 'departed',
  ARR: 'arrived',
  RCF: 'received from flight',
  NFD: 'consignee notified',
  AWD: 'documents delivered',
  DLV: 'delivered',
} as const;

export type MilestoneCode = keyof typeof milestoneWords;

export const milestoneCodes = Object.keys(milestoneWords) as readonly MilestoneCode[];
