/** The API versions that this node supports (D34). */

export const latestApiVersion = '2.0.0';
/** Oldest first. */
export const supportedApiVersions = [latestApiVersion] as const;
export type ApiVersion = (typeof supportedApiVersions)[number];

/** An API version as a caller or operator writes it; undefined for one that is not supported. */
export function parseApiVersion(text: string): ApiVersion | undefined {
  const name = text === '2.0.0-dev' ? '2.0.0' : text;
  return supportedApiVersions.find((version) => version === name);
}
