/** Where a query runs. */
export interface QueryRoute {
  readonly runsIn: 'worker' | 'engine' | 'rewritten for the engine';
  /** The reason, for the analyst. */
  readonly because: string;
}

export const inWorker = (because: string): QueryRoute => ({ runsIn: 'worker', because });
