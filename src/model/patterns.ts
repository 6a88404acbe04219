/** A text as a pattern that matches it, in the regular expressions of SPARQL and of JavaScript alike. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
