/**
 * Generates an archive with the figures of a profile. The same profile and seed give the same archive. Resources differ
 * in how often they change, as in BEAR-B: its most volatile one changes five times as often as its least volatile one.
 */
import type { Random } from '../../test/support/random.js';
import type { Archive, Pattern, Statement, VersionChange } from './archive.js';
import type { Profile } from './profiles.js';
import { writeTerm } from './terms.js';

const NAMES = 'https://archive.example/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** A property, and its share of the statements. */
interface Property {
  readonly iri: string;
  readonly weight: number;
  readonly value: (random: Random) => string;
}

/** The numbers of BEAR-B's patterns. */
const PROPERTY_PATTERNS = 49;
const VALUE_PATTERNS = 13;
/** The statements of the most frequent property that patterns ask for. The patterns match 80 statements on average. */
const MOST_FREQUENT = 1_000;
/** The other statements are mostly links, which no pattern asks for. */
const LINKS = 33_000;
/** The values of a property with few of them, by frequency. A pattern asks for the first one. */
const SHARES = [0.6, 0.25, 0.15];
/** The share of additions that bring back an earlier statement. */
const REVERTED = 0.2;
const MOST_VOLATILE = 1_305;
const LEAST_VOLATILE = 263;

const link = (random: Random): string =>
  writeTerm({ type: 'uri', value: `${NAMES}linked/${String(random.below(1_000_000))}` });

const text = (random: Random): string =>
  writeTerm({ type: 'literal', value: `text ${String(random.below(1_000_000))}, "quoted"` });

const integer = (random: Random): string =>
  writeTerm({ type: 'literal', value: String(random.below(1_000_000)), datatype: `${XSD}integer` });

const date = (random: Random): string => {
  const day = new Date(Date.UTC(1900, 0, 1 + random.below(45_000))).toISOString().slice(0, 10);
  return writeTerm({ type: 'literal', value: day, datatype: `${XSD}date` });
};

const kinds = [text, link, integer, date] as const;

const common = (index: number, value: number): string =>
  writeTerm({ type: 'uri', value: `${NAMES}value/${String(index)}/${String(value)}` });

const frequent: readonly Property[] = Array.from({ length: PROPERTY_PATTERNS }, (_, index) => ({
  iri: `${NAMES}property/${String(index)}`,
  weight: MOST_FREQUENT / (index + 1),
  value: kinds[index % kinds.length] ?? text,
}));

const withFewValues: readonly Property[] = Array.from({ length: VALUE_PATTERNS }, (_, index) => ({
  iri: `${NAMES}category/${String(index)}`,
  weight: 500 / (index + 1),
  value: (random): string => {
    let rest = random.upTo(1);
    const chosen = SHARES.findIndex((share) => (rest -= share) < 0);
    return common(index, Math.max(chosen, 0));
  },
}));

const properties: readonly Property[] = [
  ...frequent,
  ...withFewValues,
  { iri: `${NAMES}property/links`, weight: LINKS, value: link },
];
const allWeights = properties.reduce((sum, { weight }) => sum + weight, 0);

const patterns: readonly Pattern[] = [
  ...frequent.map(({ iri }) => ({ property: iri })),
  ...withFewValues.map(({ iri }, index) => ({ property: iri, value: common(index, 0) })),
];

/** The statements of one resource. */
class Resource {
  readonly #present = new Set<string>();
  /** Statements that may be removed. */
  readonly #volatile: Statement[] = [];
  readonly #removed: Statement[] = [];

  constructor(
    private readonly number: number,
    /** How often it changes, compared with others. */
    readonly volatility: number,
  ) {}

  get canLose(): boolean {
    return this.#volatile.length > 0;
  }

  /** A statement that was never present. */
  gain(random: Random, isVolatile: boolean): Statement {
    for (;;) {
      let rest = random.upTo(allWeights);
      const { iri, value } = properties.find(({ weight }) => (rest -= weight) < 0) ?? random.one(properties);
      const statement = { resource: this.number, property: iri, value: value(random) };
      const key = `${statement.property} ${statement.value}`;
      if (this.#present.has(key)) continue;
      this.#present.add(key);
      if (isVolatile) this.#volatile.push(statement);
      return statement;
    }
  }

  /** A statement that was removed by an earlier version. */
  regain(random: Random): Statement | undefined {
    const statement = takeOne(this.#removed, random);
    if (statement !== undefined) this.#volatile.push(statement);
    return statement;
  }

  lose(random: Random): Statement | undefined {
    return takeOne(this.#volatile, random);
  }

  /** Statements that later versions may bring back. */
  forget(statement: Statement): void {
    this.#removed.push(statement);
  }
}

function takeOne(statements: Statement[], random: Random): Statement | undefined {
  if (statements.length === 0) return undefined;
  const index = random.below(statements.length);
  const [chosen, last] = [statements[index], statements.pop()];
  if (last !== undefined && last !== chosen) statements[index] = last;
  return chosen;
}

export function generate(profile: Profile, random: Random): Archive {
  const resources = Array.from(
    { length: profile.resources },
    (_, index) => new Resource(index, Math.max(LEAST_VOLATILE, MOST_VOLATILE / Math.sqrt(index + 1))),
  );
  const first = Array.from({ length: profile.first }, (_, index) =>
    random.one(resources).gain(random, index >= profile.staticCore),
  );
  const changes: VersionChange[] = [];
  let size = first.length;
  for (let version = 1; version < profile.versions; version += 1) {
    const next = Math.round(profile.first + ((profile.last - profile.first) * version) / (profile.versions - 1));
    const growth = next - size;
    // Of all statements of both versions, which are those of this one and the added ones.
    const churn = (profile.changed * (size + growth / 2)) / (1 - profile.changed / 2);
    const change = nextVersion(choose(resources, profile.changedResources, random), random, {
      removed: Math.max(0, Math.round((churn - growth) / 2)),
      growth,
    });
    changes.push(change);
    size += change.added.length - change.removed.length;
  }
  return { resources: profile.resources, hours: profile.hours, first, changes, patterns };
}

/** Different resources, volatile ones more often. */
function choose(resources: readonly Resource[], count: number, random: Random): readonly Resource[] {
  return resources
    .map((resource) => ({ resource, rank: -Math.log(1 - random.upTo(1)) / resource.volatility }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ resource }) => resource);
}

function nextVersion(
  chosen: readonly Resource[],
  random: Random,
  { removed: wanted, growth }: { readonly removed: number; readonly growth: number },
): VersionChange {
  const removed: Statement[] = [];
  const left: (() => void)[] = [];
  while (removed.length < wanted) {
    const losing = chosen.filter(({ canLose }) => canLose);
    if (losing.length === 0) break;
    const resource = random.one(losing);
    const statement = resource.lose(random);
    if (statement === undefined) continue;
    removed.push(statement);
    left.push(() => {
      resource.forget(statement);
    });
  }
  const added = Array.from({ length: Math.max(0, removed.length + growth) }, () => {
    const resource = random.one(chosen);
    return (random.chance(REVERTED) ? resource.regain(random) : undefined) ?? resource.gain(random, true);
  });
  for (const leave of left) leave();
  return { removed, added };
}
