import { setFlagsFromString } from 'node:v8';

/**
 * Makes threads keep to the memory that they are given. `--max-semi-space-size` sets the size of the main thread's young
 * generation, where requests run; V8 applies it to every later thread, too, above its `resourceLimits`: each would grow
 * by up to twice that size. The main thread has read the flag by now, so without it only the later ones are smaller.
 */
export function limitYoungGenerations(): void {
  setFlagsFromString('--max-semi-space-size=0');
}
