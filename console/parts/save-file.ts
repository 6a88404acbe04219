/** Downloads of generated files. */

/** Downloads content as a file with this name. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 60_000);
}
