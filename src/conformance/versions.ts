/** The versions of the API that the kit knows, oldest first. */
export const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'] as const;
export type ApiVersion = (typeof versions)[number];

/** Versions from one on. */
export const since = (first: ApiVersion): readonly ApiVersion[] => versions.slice(versions.indexOf(first));
