/** Why a partner's server gives no usable answer (M8). */
export const unreachableReasons = [
  'connect',
  'timeout',
  'tls',
  'status',
  'credentials',
  'address-refused',
  'busy',
] as const;
export type UnreachableReason = (typeof unreachableReasons)[number];
