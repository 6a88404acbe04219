/** AWB numbers: three digits, a hyphen, a space or nothing, eight digits (X9). */
export interface AwbNumber {
  readonly prefix: string;
  readonly number: string;
  /** Whether the last digit is the others modulo 7. */
  readonly isCheckDigitRight: boolean;
}

export function readAwbNumber(text: string): AwbNumber | undefined {
  const [, prefix, number] = /^([0-9]{3})[- ]?([0-9]{8})$/.exec(text) ?? [];
  if (prefix === undefined || number === undefined) return undefined;
  return { prefix, number, isCheckDigitRight: Number(number.slice(0, 7)) % 7 === Number(number.slice(7)) };
}
