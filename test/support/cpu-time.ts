/** Processor time of this process in milliseconds, for bounds that hold on a busy machine. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
