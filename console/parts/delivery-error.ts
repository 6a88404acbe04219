/** Why a delivery failed, from the error of its last attempt: what kind of trouble, for words without a code (K58). */

export type DeliveryError =
  | { readonly kind: 'refused' | 'busy' | 'answers'; readonly status: number }
  | { readonly kind: 'unreachable' | 'silent' | 'certificate' | 'token' | 'address' | 'other' };

const STATUS = /\bstatus (\d{3})\b/;

/** In this order: the first that fits. */
const kinds: readonly (readonly [RegExp, 'unreachable' | 'silent' | 'certificate' | 'token' | 'address'])[] = [
  [/certificate/i, 'certificate'],
  [/identity provider|no credentials|bearer token/i, 'token'],
  [/did not answer within|ETIMEDOUT|timed? ?out/i, 'silent'],
  [/globally routable|absolute URL|only http and https|user name or password/i, 'address'],
  [/\bE[A-Z]{4,}\b/, 'unreachable'],
  [/closed the connection|cannot be reached|could not be reached|unreachable|other side closed/i, 'unreachable'],
];

export function deliveryErrorOf(text: string): DeliveryError {
  const [, digits] = STATUS.exec(text) ?? [];
  if (digits !== undefined) {
    const status = Number(digits);
    if (status === 401 || status === 403) return { kind: 'refused', status };
    return { kind: status === 429 ? 'busy' : 'answers', status };
  }
  return { kind: kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'other' };
}
