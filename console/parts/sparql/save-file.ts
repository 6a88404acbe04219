/** Files that the page gives to its reader. */

/** Saves a content under a name. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
