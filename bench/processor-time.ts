/** The processor time of processes, as counted by Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** The processor time of a process so far, in seconds. @param isTree whether its child processes are included. */
export function processorSeconds(pid: number, isTree = false): number {
  if (!isTree) return sum((statOf(String(pid)) ?? []).slice(11, 13)) / TICKS_A_SECOND;
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (fields === undefined) continue;
    // After the name of the program: state, parent, …; its own time and that of its ended children start at the 12th.
    const [, parent = 0] = fields;
    if (Number(name) === pid) ticks += sum(fields.slice(11, 15));
    else if (parent === pid) ticks += sum(fields.slice(11, 13));
  }
  return ticks / TICKS_A_SECOND;
}

/** The processor time of the main thread of a process so far, in seconds. */
export function mainThreadSeconds(pid: number): number {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e9;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Undefined for a process that has ended meanwhile. */
function statOf(pid: string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}
