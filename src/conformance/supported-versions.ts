/** The versions that a server says it supports (T1). */
import { api } from './names.js';
import { graphOf } from './read-graph.js';
import type { Reply } from './reply.js';
import { type ApiVersion, versions } from './versions.js';

/** Those that the kit knows; the oldest where the information cannot be read, so that its checks say what is wrong. */
export async function supportedVersions(reply: Reply): Promise<readonly ApiVersion[]> {
  try {
    const graph = await graphOf(reply);
    const named = new Set(
      graph
        .subjects(`${api}hasSupportedApiVersion`)
        .flatMap((subject) => graph.values(subject, `${api}hasSupportedApiVersion`))
        .map(({ value }) => value),
    );
    const known = versions.filter((version) => named.has(version));
    return known.length > 0 ? known : ['2.0.0'];
  } catch {
    return ['2.0.0'];
  }
}
