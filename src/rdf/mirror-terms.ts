/**
 * The terms of the mirror: what this node says about its copies of partners' objects (M25, M27). They are in the node's
 * own namespace of extensions; `/ns/extensions` lists them with these descriptions.
 */
import { type Iri, iri, type IriNode, node } from './terms.js';
import { rdfs, xsd } from './vocabulary.js';

const descriptions = {
  // Copies.
  copyOf: "The partner's Logistics Object of which this is a copy.",
  server: "The base URL of a partner's server.",
  state: 'The state of a copy, a follow, a partner or a subscription.',
  reason: 'Why something has its state, or why revisions are missing.',
  since: 'The time of the last change of a state.',
  access: "Whether the partner's server gives the object to this node.",
  accessReason: 'Why the server does not give the object.',
  movedTo: 'The address to which the server redirects, which is not called.',
  silence: "Why the partner's server does not answer.",
  poison: 'Why the last answer could not be read.',
  place: 'The place of an error in an answer.',
  unreadEvents: 'Why the list of events could not be read, or only in part.',
  checked: "The time of the last answer of the partner's server about the object.",
  heard: 'The time of the last notification about the object.',
  revisionHeld: 'The highest revision that this node holds.',
  revisionSeen: 'The highest revision that an answer has named.',
  counted: 'Whether revisions are counted by this node, because answers have no number.',
  acceptedVariant: 'The variant of a revision that is shown in its place.',
  etag: 'The entity tag of an answer.',
  apiVersion: 'The API version of an answer.',
  timeMap: 'The address at which the partner lists the revisions of the object (RFC 7089).',
  due: 'The time of the next request.',
  priority: 'The precedence of the next request.',
  foundBy: 'What led to the request that brought a revision.',
  hint: 'The received notification that led to a request.',
  attempts: 'The number of failed attempts.',
  linksFollowed: 'The revision whose links have been followed.',
  events: 'The number of events held.',
  newestEvent: 'The creation date of the newest event held.',
  found: 'A number of revisions by what led to them.',
  count: 'A number.',
  gap: 'A range of missing revisions.',
  from: 'The first revision of a range.',
  to: 'The last revision of a range.',
  tried: 'The number of attempts to fetch a range.',
  next: 'The time of the next attempt.',
  dispute: "A contradiction in the partner's answers.",
  decidedDispute: 'A contradiction about which an internal agent has decided.',
  kind: 'The kind of something.',
  revision: 'The number of a revision.',
  reach: 'A follow that reaches the copy.',
  follow: 'The follow.',
  distance: 'The number of links from a followed object.',
  // Revisions and events.
  digest: 'SHA-256 over the canonical N-Quads (RDFC-1.0) of what was received, in hexadecimal.',
  digestAfterErasure: 'The same, over what is left after the partner erased a property.',
  erased: 'When statements were deleted because the partner had erased a property.',
  erasedProperty: 'A property of which statements were deleted.',
  statements: 'The number of statements received.',
  bytes: 'The length of the answer; of a message, its bytes.',
  variants: 'The number of variants of a revision.',
  decided: 'When an internal agent decided about a contradiction: a variant is shown from then on.',
  decidedBy: 'The internal agent that decided.',
  take: 'The decision: `kept` or `received`.',
  withdrawn: 'When the event was no longer in the list of events.',
  purged: 'When the statements were deleted from this node.',
  // Follows.
  object: 'A followed object.',
  objects: 'The number of followed objects.',
  type: 'A followed class.',
  targetKey: 'The same for follows of the same target.',
  depth: 'The number of links that are followed.',
  followsEvents: 'Whether events are copied.',
  subscribes: 'Whether this node subscribes at the partner.',
  note: 'A remark of the person who follows.',
  by: 'What a follow came from, if not from a person.',
  work: 'The work that remains to be done for a follow.',
  position: 'How often work was asked for meanwhile.',
  appliedDepth: 'The depth for which it has been done.',
  truncated: 'The number of objects beyond a bound, which are not copied.',
  // Partners and subscriptions.
  holder: 'The data holder of a server.',
  supportedVersion: 'An API version of a server.',
  informed: 'The time of the last server information.',
  answered: 'The time of the last usable answer.',
  formerHolder: 'The data holder that the server named before.',
  holderChanged: 'When the server named another data holder.',
  applied: 'Whether the copies of a server and their follows have its state.',
  notBefore: 'No request is sent to the server before this time.',
  topicType: 'The type of the topic of a subscription.',
  topic: 'The topic of a subscription.',
  request: 'The action request of a subscription at the partner.',
  renewal: 'The action request of the subscription that replaces it.',
  renewalExpires: 'When the subscription that replaces it expires.',
  expires: 'When a subscription expires.',
  order: 'A position in an index.',
} as const;

export type MirrorTerm = keyof typeof descriptions;

const dates: readonly MirrorTerm[] = [
  ...(['since', 'checked', 'heard', 'due', 'newestEvent', 'next', 'decided', 'withdrawn', 'purged'] as const),
  ...(['holderChanged', 'erased'] as const),
  ...(['informed', 'answered', 'notBefore', 'renewalExpires', 'expires'] as const),
];
const numbers: readonly MirrorTerm[] = [
  ...(['revisionHeld', 'revisionSeen', 'attempts', 'linksFollowed', 'events', 'count', 'from', 'to', 'tried'] as const),
  ...(['revision', 'distance', 'statements', 'bytes', 'variants', 'objects', 'depth', 'position'] as const),
  ...(['appliedDepth', 'truncated', 'order'] as const),
];
const flags: readonly MirrorTerm[] = ['applied', 'counted', 'followsEvents', 'subscribes'];
const resources: readonly MirrorTerm[] = [
  ...([
    'copyOf',
    'server',
    'movedTo',
    'timeMap',
    'acceptedVariant',
    'hint',
    'found',
    'gap',
    'unreadEvents',
    'dispute',
    'decidedDispute',
    'decidedBy',
    'formerHolder',
    'reach',
    'erasedProperty',
  ] as const),
  ...(['follow', 'object', 'type', 'holder', 'topic', 'request', 'renewal'] as const),
];

/** What the values of a term are. */
function rangeOf(term: MirrorTerm): IriNode {
  if (dates.includes(term)) return xsd.dateTime;
  if (numbers.includes(term)) return xsd.integer;
  if (flags.includes(term)) return xsd.boolean;
  return resources.includes(term) ? rdfs.Resource : xsd.string;
}
export type MirrorTerms = Readonly<Record<MirrorTerm, IriNode>>;

const isTerm = (name: string): name is MirrorTerm => Object.hasOwn(descriptions, name);

/** @param extensions the vocabulary of the node's extensions (`UriScheme.extensions`). */
export function mirrorTerms(extensions: Iri): MirrorTerms {
  const termOf = (name: string): IriNode => node(iri(`${extensions}#${name}`));
  return Object.freeze(
    Object.fromEntries(Object.keys(descriptions).map((name) => [name, termOf(name)])),
  ) as MirrorTerms;
}

export interface DescribedTerm {
  readonly name: MirrorTerm;
  /** Such as `revision held`. */
  readonly label: string;
  readonly comment: string;
  readonly range: IriNode;
}

/** The terms as the vocabulary describes them (W30). */
export const describedMirrorTerms = (): DescribedTerm[] =>
  Object.entries(descriptions).flatMap(([name, comment]) => {
    const label = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return isTerm(name) ? [{ name, label, comment, range: rangeOf(name) }] : [];
  });
