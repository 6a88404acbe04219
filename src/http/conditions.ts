/**
 * Conditional reads (RFC 9110, section 13; D9). Express's own check is not used: it takes `Cache-Control: no-cache` in a
 * request, which clients' libraries add unasked beside their conditions, for a wish to have the whole content.
 */

export interface Conditions {
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
}

/** The three forms of a date that a recipient must read (RFC 9110, section 5.6.7); the last one names no time zone. */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

function parseHttpDate(text: string): number {
  if (!HTTP_DATES.some((form) => form.test(text))) return NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}

/** Whether what the caller has is still what it would get: the tag decides where there is one, else the date. */
export function isUnchanged(
  { ifNoneMatch, ifModifiedSince }: Conditions,
  { etag, lastModified }: { readonly etag?: string; readonly lastModified?: Date },
): boolean {
  if (ifNoneMatch !== undefined) {
    const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return etag !== undefined && (tags.includes('*') || tags.includes(`"${etag}"`));
  }
  if (ifModifiedSince === undefined || lastModified === undefined) return false;
  // HTTP dates are whole seconds. What is none compares as false: it is ignored (RFC 9110, section 13.1.3).
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= parseHttpDate(ifModifiedSince);
}
