/** Standard output: what cannot be written there is the matter of who wrote it, and never ends the process by itself. */

/** To be called once, before anything is written: without listeners an error of these streams would be uncaught. */
export function guardStandardStreams(): void {
  // Who writes is told by the callback of the write.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Writes to standard output. Rejects with the system's error when it cannot be written. */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
}
