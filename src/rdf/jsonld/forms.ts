/**
 * The document forms of JSON-LD that this node supports (JSON-LD 1.1, section 5), and their profile IRIs (RFC 6906;
 * D57).
 */

/** The forms that an operator can choose (`JSONLD_FORM`); `vocab` is compacted with the data model's namespace as `@vocab`. */
export const jsonLdForms = ['compacted', 'expanded', 'flattened', 'vocab'] as const;

/** `flattened` has a context with prefixes; `flattened-expanded` has none. */
export type JsonLdForm = (typeof jsonLdForms)[number] | 'flattened-expanded';

/** The profiles of the media type that select a form (JSON-LD 1.1, appendix C); other profiles have no effect. */
const profiles = ['compacted', 'expanded', 'flattened'] as const;
type Profile = (typeof profiles)[number];

const PROFILE_NS = 'http://www.w3.org/ns/json-ld#';

interface ProfiledForm {
  readonly form: JsonLdForm;
  /** The requested profile IRIs that describe this form, separated by spaces. */
  readonly profile: string;
}

/**
 * The form that a `profile` parameter requests: IRIs separated by spaces; unknown IRIs are ignored (RFC 6906, section
 * 3.1). `flattened` combines with one of the other two; the first of `compacted` and `expanded` counts.
 *
 * @returns undefined without a known form.
 */
export function profiledForm(parameter: string): ProfiledForm | undefined {
  const named = parameter
    .split(/\s+/)
    .map((iri) => profiles.find((profile) => iri === PROFILE_NS + profile))
    .filter((profile) => profile !== undefined);
  const keys = named.find((profile) => profile !== 'flattened');
  const isFlat = named.includes('flattened');
  const applied: Profile[] = [...(keys === undefined ? [] : [keys]), ...(isFlat ? ['flattened' as const] : [])];
  if (applied.length === 0) return undefined;
  const form = isFlat ? (keys === 'expanded' ? 'flattened-expanded' : 'flattened') : (keys ?? 'compacted');
  return { form, profile: applied.map((profile) => PROFILE_NS + profile).join(' ') };
}

export const isExpanded = (form: JsonLdForm): boolean => form === 'expanded' || form === 'flattened-expanded';
export const isFlattened = (form: JsonLdForm): boolean => form === 'flattened' || form === 'flattened-expanded';
