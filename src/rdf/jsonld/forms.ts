/** The document forms of JSON-LD that this node writes (JSON-LD 1.1, section 5), and their profile IRIs (RFC 6906). */

/** The forms that an operator can choose (`JSONLD_FORM`); `vocab` is compacted with the data model's namespace as `@vocab`. */
export const jsonLdForms = ['compacted', 'expanded', 'flattened', 'vocab'] as const;

/** `flattened` has a context with prefixes; `flattened-expanded` has none. */
export type JsonLdForm = (typeof jsonLdForms)[number] | 'flattened-expanded';

/** What a caller may name in the media type's `profile` (JSON-LD 1.1, appendix C); others mean nothing for what is written. */
const profiles = ['compacted', 'expanded', 'flattened'] as const;
type Profile = (typeof profiles)[number];

const PROFILE_NS = 'http://www.w3.org/ns/json-ld#';

export interface ProfiledForm {
  readonly form: JsonLdForm;
  /** The profile IRIs that the form has of those that were named, separated by blanks. */
  readonly profile: string;
}

/**
 * The form that a `profile` parameter asks for: IRIs separated by blanks, of which unknown ones are ignored (RFC 6906,
 * section 3.1). `flattened` goes with either of the other two; of `compacted` and `expanded` the first one counts.
 *
 * @returns undefined when it names no form.
 */
export function profiledForm(parameter: string): ProfiledForm | undefined {
  const named = parameter
    .split(/\s+/)
    .map((iri) => profiles.find((profile) => iri === PROFILE_NS + profile))
    .filter((profile) => profile !== undefined);
  const keys = named.find((profile) => profile !== 'flattened');
  const isFlat = named.includes('flattened');
  const met: Profile[] = [...(keys === undefined ? [] : [keys]), ...(isFlat ? ['flattened' as const] : [])];
  if (met.length === 0) return undefined;
  const form = isFlat ? (keys === 'expanded' ? 'flattened-expanded' : 'flattened') : (keys ?? 'compacted');
  return { form, profile: met.map((profile) => PROFILE_NS + profile).join(' ') };
}

export const isExpanded = (form: JsonLdForm): boolean => form === 'expanded' || form === 'flattened-expanded';
export const isFlattened = (form: JsonLdForm): boolean => form === 'flattened' || form === 'flattened-expanded';
