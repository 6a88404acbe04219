/** The lanes of a shipment's life by type: of many, each type has a part, so that none is missing at first. */

interface Timeline {
  readonly type: string;
}

export interface TimelineGroupOf<Of extends Timeline> {
  readonly type: string;
  readonly lanes: readonly Of[];
  /** With those that are not drawn. */
  readonly total: number;
}

/**
 * The types in the order of their first lane, with as many lanes as fit: what small groups leave, the large ones share.
 *
 * @param whole the types of which all are drawn, whatever they take.
 */
export function timelineGroups<Of extends Timeline>(
  lanes: readonly Of[],
  most: number,
  whole: ReadonlySet<string> = new Set(),
): TimelineGroupOf<Of>[] {
  const groups = new Map<string, Of[]>();
  for (const timeline of lanes) groups.set(timeline.type, [...(groups.get(timeline.type) ?? []), timeline]);
  let rest = most;
  const shares = new Map<string, number>();
  const bySize = [...groups].sort(([, one], [, other]) => one.length - other.length);
  for (const [index, [type, all]] of bySize.entries()) {
    const share = Math.min(all.length, Math.max(1, Math.floor(rest / (bySize.length - index))));
    rest -= share;
    shares.set(type, whole.has(type) ? all.length : share);
  }
  return Array.from(groups, ([type, all]) => ({
    type,
    lanes: all.slice(0, shares.get(type) ?? 0),
    total: all.length,
  }));
}
