/** A random delay between the minimum and a bound that doubles with every attempt (D28). */
export function backoffDelay(
  { min, max }: { readonly min: number; readonly max: number },
  attempts: number,
  random: number,
): number {
  const bound = Math.min(max, min * 2 ** Math.min(Math.max(attempts, 1) - 1, 40));
  return Math.round(min + random * (bound - min));
}
