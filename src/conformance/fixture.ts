/** What several rows of a run share and none changes, made once by the first that asks for it. */
import type { World } from './world.js';

/** @returns the fixture of a world. Where it cannot be made, every row that stands on it fails for the same cause (T11). */
export function fixture<Made>(make: (world: World) => Promise<Made>): (world: World) => Promise<Made> {
  const results = new WeakMap<object, { readonly made: Promise<Made> }>();
  return async (world) => {
    const found = results.get(world.shared);
    if (found !== undefined) return found.made;
    const made = make(world);
    results.set(world.shared, { made });
    return made;
  };
}
