/** All exports of the files of `de/`, as one file: `scripts/console.cjs` makes it. */
export {};
