/**
 * Conditional reads (RFC 9110, section 13; D9). Express's own check is not used: it takes `Cache-Control: no-cache` in a
 * request, which clients' libraries add unasked beside their conditions, for a wish to have the whole content.
 */

export interface Conditions {
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
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
  // HTTP dates are whole seconds; one that cannot be read compares as false, as the standard wants it ignored.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= Date.parse(ifModifiedSince);
}
