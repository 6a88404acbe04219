/** Seconds since 1970: the resolution of `at`, and of the times in HTTP headers. */

export const secondOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** In the compact form (D10). */
export const compactTime = (second: number): string => new Date(second * 1000).toISOString().replace(/[-:]|\.\d+/g, '');
