/** Checks a pasted document in the same way as its target address, in a transaction that is rolled back. */
import { AccessDelegations } from '../../access-delegations/access-delegations.js';
import type { ActionRequest } from '../../action-requests/action-request.js';
import { ChangeRequests } from '../../change-requests/change-requests.js';
import { turns } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import { type ErrorDetail, ServiceError } from '../../errors.js';
import type { Requestor } from '../../http/caller.js';
import { LogisticsEvents } from '../../logistics-events/logistics-events.js';
import { LogisticsObjects } from '../../logistics-objects/logistics-objects.js';
import type { Head } from '../../logistics-objects/revisions.js';
import { checkNotification } from '../../notifications/inbox.js';
import { inLanguages } from '../../languages.js';
import type { Model } from '../../model/model.js';
import { InputError } from '../../rdf/input-error.js';
import type { Graph } from '../../rdf/graph.js';
import { checkLimits } from '../../rdf/jsonld/limits.js';
import { parseJson } from '../../rdf/jsonld/json.js';
import type { JsonLdDocument } from '../../rdf/jsonld/reader.js';
import { prefixesOf } from '../../rdf/prefixes.js';
import { factory, node, type Quad, type Quad_Subject, type Term, triple } from '../../rdf/terms.js';
import { turtleSteps } from '../../rdf/turtle.js';
import type { ConditionEngine } from '../../subscriptions/extensions.js';
import { SubscriptionRequests } from '../../subscriptions/subscription-requests.js';
import { VerificationRequests } from '../../verification-requests/verification-requests.js';
import type { ValidationAnswer, Violation } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { DryRun } from './dry-run.js';
import type { DocumentKind } from '../responses.js';
import { kindOf, rootTypeOf } from './kinds.js';
import { Places } from './source-positions.js';

const MAX_VIOLATIONS = 100;

/** The document to check. */
interface Pasted {
  readonly text: string;
  /** Undefined: determined from the document. */
  readonly kind: DocumentKind | undefined;
  /** The object that receives a Change, a Verification or an event. */
  readonly head: Head | undefined;
  readonly requestor: Requestor;
  /** The preferred languages of messages, as in the header. */
  readonly acceptLanguage: string | undefined;
}

/** A violation in a document, or a remark about it. */
type Finding = ErrorDetail & { readonly kind?: string; readonly shape?: string };

export class Validations {
  constructor(
    private readonly services: ConsoleServices,
    private readonly conditions: ConditionEngine,
  ) {}

  /**
   * Checks a document as its address would. Nothing is stored.
   *
   * @throws ServiceError `invalid-query` if the target object does not exist, and errors of the node itself.
   */
  async check({
    text,
    kind: named,
    head,
    requestor,
    acceptLanguage,
  }: Pasted): Promise<{ readonly answer: ValidationAnswer; readonly language: string }> {
    const { model, vocabulary } = this.services;
    let kind: DocumentKind = named ?? 'object';
    let places: Places | undefined;
    let document: JsonLdDocument | undefined;
    const dry = new DryRun(this.services.store);
    const problems: Finding[] = [];
    const cautions: Finding[] = [];
    try {
      const body = parseJson(Buffer.from(text));
      checkLimits(body);
      kind = named ?? kindOf(body, model, vocabulary);
      places = await turns.run(Places.read(text, vocabulary.namespaces));
      document = await this.services.documents.document(Buffer.from(text), requestor.agent, {
        vocabulary,
        strict: !this.services.lenient,
        isRootType: rootTypeOf(kind, model, vocabulary),
        ...(kind === 'change' && { uncheckedUris: new Set([vocabulary.api.p.value]) }),
      });
      const reporting = model.reportingTo((caution) => cautions.push(caution));
      problems.push(...(await this.#run(kind, document, { head, requestor }, { transactions: dry, model: reporting })));
    } catch (error) {
      problems.push(...problemsOf(error));
    }
    const violations = problems.slice(0, MAX_VIOLATIONS);
    const { details, language } = inLanguages([...violations, ...cautions.slice(0, MAX_VIOLATIONS)], acceptLanguage);
    const found = details.map((one) => violationOf(one, places));
    const answer: ValidationAnswer = {
      fits: problems.length === 0,
      kind,
      types: document?.data.types(document.root) ?? [],
      violations: found.slice(0, violations.length),
      warnings: found.slice(violations.length),
      dropped: places?.dropped ?? [],
      creates: problems.length === 0 ? this.#created(dry, text) : [],
      turtle:
        document === undefined
          ? null
          : await turns.run(turtleSteps(numbered(document.data), prefixesOf(vocabulary.namespaces))),
    };
    return { answer, language };
  }

  /** Runs the use case of a kind. Problems that it records instead of throwing are returned. */
  async #run(
    kind: DocumentKind,
    document: JsonLdDocument,
    { head, requestor }: Pick<Pasted, 'head' | 'requestor'>,
    { transactions, model }: { readonly transactions: DryRun; readonly model: Model },
  ): Promise<readonly ErrorDetail[]> {
    const services = { ...this.services, transactions, model };
    const about = (): Head => {
      if (head !== undefined) return head;
      throw new ServiceError(
        'invalid-query',
        `query parameter \`object\` must name the object that the ${kind} is for`,
      );
    };
    switch (kind) {
      case 'object':
        await new LogisticsObjects(transactions, services.revisions, services).create(document, requestor);
        return [];
      case 'event':
        await this.#assertMayPost(about(), requestor);
        await new LogisticsEvents(services).append(document, about(), requestor);
        return [];
      case 'change': {
        const changes = new ChangeRequests(services);
        return this.#recorded(await changes.submit(document, about(), requestor, () => Promise.resolve()));
      }
      case 'subscription':
        return this.#recorded(await new SubscriptionRequests(services, this.conditions).submit(document, requestor));
      case 'access-delegation':
        return this.#recorded(await new AccessDelegations(services).submit(document, requestor));
      case 'verification':
        return this.#recorded(await new VerificationRequests(services).submit(document, about(), requestor));
      case 'notification':
        await checkNotification(document, services);
        return [];
    }
  }

  async #assertMayPost({ object }: Head, requestor: Requestor): Promise<void> {
    const { settings, access } = this.services;
    if (settings.eventPosting === 'acl') await access.assertAllowed(requestor, 'POST_LOGISTICS_EVENT', object);
  }

  /** The errors that the request would have in its `hasError` (D17, D63); warnings are already reported. */
  #recorded({ uri, data }: ActionRequest): ErrorDetail[] {
    const { api } = this.services.vocabulary;
    const isRefusal = (error: Term): boolean => data.object(error, api.hasSeverity)?.equals(api.WARNING) !== true;
    const errors = data.objects(node(uri), api.hasError).filter(isRefusal);
    return errors.flatMap((error) =>
      data.objects(error, api.hasErrorDetail).map((detail) => ({
        message: data.object(detail, api.hasMessage)?.value ?? '',
        property: data.iri(detail, api.hasProperty),
        resource: data.iri(detail, api.hasResource),
      })),
    );
  }

  /** The addresses of resources that would be created; an id that the node chooses differs each time. */
  #created(dry: DryRun, text: string): string[] {
    const { uris } = this.services;
    const created = [...dry.written].flatMap((graph) => {
      const object = uris.headObject(graph);
      if (object !== undefined) return [object];
      return uris.actionRequestId(graph) === undefined && uris.eventObject(graph) === undefined ? [] : [graph];
    });
    const cautions = created.map((uri) =>
      text.includes(uri.slice(uri.lastIndexOf('/') + 1)) ? uri : uri.replace(/[^/]*$/, '…'),
    );
    return [...new Set(cautions)];
  }
}

/**
 * Numbers the blank nodes of statements in their order here: the reader's labels continue from document to document.
 */
function numbered(data: Graph): Quad[] {
  const labels = new Map<string, Quad_Subject>();
  const relabelled = <Kind extends Term>(term: Kind): Kind | Quad_Subject =>
    term.termType === 'BlankNode' ? getOrAdd(labels, term.value, () => factory.blankNode(`b${labels.size}`)) : term;
  return Array.from(data, ({ subject, predicate, object }) =>
    triple(relabelled(subject), predicate, relabelled(object)),
  );
}

/** The problems of an error for callers; other errors are thrown. */
function problemsOf(error: unknown): readonly Finding[] {
  if (error instanceof InputError) return error.problems.map((problem) => ({ kind: 'invalid-body', ...problem }));
  if (!(error instanceof ServiceError) || error.status >= 500 || error.kind === 'invalid-query') throw error;
  return error.details.map((detail) => ({ kind: error.kind, ...detail }));
}

/** The position of a syntax error in the message of the JSON parser. */
const SYNTAX_PLACE = /at line (\d+), column (\d+)$/;

function violationOf(problem: Finding, places: Places | undefined): Violation {
  const { kind = 'unprocessable', message, resource, property, shape } = problem;
  const place = places?.of(problem);
  const [, line, column] = SYNTAX_PLACE.exec(message) ?? [];
  return {
    kind,
    message,
    resource: resource ?? null,
    property: property ?? null,
    shape: shape ?? null,
    pointer: place?.pointer ?? null,
    ...(place !== undefined && { line: place.line, column: place.column }),
    ...(places === undefined && line !== undefined && { line: Number(line), column: Number(column) }),
  };
}
