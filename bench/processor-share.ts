/** Limits processes to a fixed share of a processor by control groups of Linux, version 1 or 2. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Short, so that a process never stops for longer than most requests take. */
const PERIOD_US = 10_000;

/** A control group that limits the processor time of its processes together. */
export class ProcessorShare {
  private constructor(private readonly folder: string) {}

  /**
   * Creates a group.
   *
   * @param share of one processor, as 0.3.
   * @returns the reason if this machine cannot create one.
   */
  static create(name: string, share: number): ProcessorShare | string {
    const quota = Math.round(share * PERIOD_US);
    const isVersion2 = existsSync(join(ROOT, 'cgroup.controllers'));
    const parent = isVersion2 ? ROOT : join(ROOT, 'cpu');
    const folder = join(parent, name);
    let isMade = false;
    try {
      if (isVersion2 && !readFileSync(join(parent, 'cgroup.subtree_control'), 'utf8').split(/\s/).includes('cpu'))
        writeFileSync(join(parent, 'cgroup.subtree_control'), '+cpu');
      mkdirSync(folder);
      isMade = true;
      if (isVersion2) writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
      else {
        writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
        writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
      }
      return new ProcessorShare(folder);
    } catch (error) {
      if (isMade) rmdirSync(folder);
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Limits a process, with all of its threads. */
  add(pid: number): void {
    writeFileSync(join(this.folder, 'cgroup.procs'), String(pid));
  }

  /** Call it after the processes have ended. */
  remove(): void {
    rmdirSync(this.folder);
  }
}
