/** Standard output. Its errors are reported to the writer, and do not end the process. */

/** Called once, before the first output: without a listener, an error of these streams would be uncaught. */
export function guardStandardStreams(): void {
  // The callback of each write receives its error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** @throws the system's error if writing fails. */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
