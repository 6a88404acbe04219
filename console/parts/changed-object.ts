/** What has changed of some objects, from the URIs that the stream names. */

/** The object that a resource is a part of: an event, a list, or the object itself. */
const objectIn = (uri: string): string => uri.replace(/\/(?:logistics-events\/[^/]+|acl)$/, '');

/**
 * One change: an event, or else the object that has changed in whatever way; undefined for another object.
 *
 * @param uris of one change: the resource, and the object that it is about.
 */
export function changeOf(uris: readonly string[], objects: ReadonlySet<string>): string | undefined {
  const changed = uris.find((uri) => objects.has(objectIn(uri)));
  if (changed === undefined) return undefined;
  return changed.includes('/logistics-events/') ? changed : objectIn(changed);
}
