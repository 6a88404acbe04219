/**
 * The SHACL engine with a running time in proportion to the data, and without its cache of shape results. That cache
 * omits violations of a shape's property shapes, so that a second evaluation of a shape for the same node passes: two
 * alternatives of sh:or with a common part would accept data that neither allows.
 */
import type { Context, Matchable, PathStep, Shape, Validation, ValidationResult } from 'shacl-engine';
import { Validator } from '../../bundled/shacl-engine.js';
import { PromiseCache } from '../../async/promise-cache.js';
import { getOrAdd } from '../../collections.js';
import { type Term, termKey } from '../../rdf/terms.js';
import { sh } from '../vocabulary.js';

/** Patched shapes. Not a field, since the engine's constructor already requests shapes. */
const patched = new WeakSet<Shape>();

/** The maximum number of compared pairs of values; a larger number counts as a violation. */
const MAX_COMPARISONS = 10_000;

/** No shape may refer to itself: SHACL does not define the meaning. */
export class LinearValidator extends Validator {
  /** The results by validation, then by shape and node. A node with several paths to it is evaluated once. */
  readonly #found = new WeakMap<object, PromiseCache<string, readonly ValidationResult[]>>();

  constructor(...parameters: ConstructorParameters<typeof Validator>) {
    super(...parameters);
    for (const [term, component] of [
      [sh.lessThan, sh.LessThanConstraintComponent],
      [sh.lessThanOrEquals, sh.LessThanOrEqualsConstraintComponent],
    ] as const) {
      const compile = this.registry.validations.get(term);
      if (compile !== undefined)
        this.registry.validations.set(term, (shape) => bounded(compile(shape), shape.ptr.out([term]).term, component));
    }
  }

  override shape(pointer: unknown): Shape | null {
    const shape = super.shape(pointer);
    if (shape === null || patched.has(shape)) return shape;
    patched.add(shape);
    const { shapeValidator } = shape;
    shapeValidator.validateProperty = (context) => validateProperty(shape, context);
    shape.validate = async (context: Context): Promise<Context> => {
      const found = getOrAdd(
        this.#found,
        context.processed,
        () => new PromiseCache<string, readonly ValidationResult[]>(),
      );
      const key = `${termKey(shape.ptr.term)} ${valueKey(context.focusNode.term)}`;
      const results = await found.remember(key, async () => {
        const own = context.create({ child: true });
        await shapeValidator.validate(own);
        return own.report.results;
      });
      for (const result of results) context.report.results.push(result);
      return context;
    };
    return shape;
  }
}

/** Distinguishes terms. */
const valueKey = (term: Term): string =>
  term.termType === 'Literal' ? `${term.language}^${term.datatype.value} ${term.value}` : termKey(term);

/** Like the engine, but once for each value, and not for each path to it, of which there can be many. */
async function validateProperty(shape: Shape, context: Context): Promise<void> {
  const { focusNode } = context;
  const terms = valuesAt(focusNode.dataset, focusNode.term, shape.path ?? []);
  const { compiled } = shape.shapeValidator;
  const ofValues = context.create({ shape, values: focusNode.node(terms) });
  for (const validation of compiled) await validation.property?.(ofValues);
  for (const term of terms) {
    const value = focusNode.node([term]);
    const ofValue = context.create({ shape, value, valueOrNode: value });
    for (const validation of compiled) await validation.generic?.(ofValue);
  }
}

/** The distinct values at the end of a path. */
function valuesAt(data: Matchable, focus: Term, path: readonly PathStep[]): Term[] {
  return path.reduce<Term[]>((terms, step) => reached(data, terms, step), [focus]);
}

function reached(data: Matchable, from: readonly Term[], { quantifier, start, predicates }: PathStep): Term[] {
  const distinct = (terms: readonly Term[]): Map<string, Term> => new Map(terms.map((term) => [valueKey(term), term]));
  const next = (term: Term): Term[] =>
    predicates.flatMap((predicate) =>
      start === 'subject'
        ? Array.from(data.match(term, predicate), ({ object }) => object)
        : Array.from(data.match(null, predicate, term), ({ subject }) => subject),
    );
  const found = distinct(quantifier === 'zeroOrMore' || quantifier === 'zeroOrOne' ? from : []);
  const isRepeated = quantifier === 'zeroOrMore' || quantifier === 'oneOrMore';
  for (let open = from; open.length > 0;) {
    const fresh = Array.from(distinct(open.flatMap(next))).filter(([key]) => !found.has(key));
    for (const [key, term] of fresh) found.set(key, term);
    open = isRepeated ? fresh.map(([, term]) => term) : [];
  }
  return [...found.values()];
}

/** Compares all values with all values of another property, up to a number of pairs. */
function bounded(validation: Validation, other: Term, component: Term): Validation {
  return {
    property: (context) => {
      const { focusNode, values } = context;
      const pairs = (values?.terms.length ?? 0) * focusNode.out([other]).terms.length;
      if (pairs > MAX_COMPARISONS) context.violation(component, {});
      else return validation.property?.(context);
    },
  };
}
