/** The services that all modules of a node share: settings, store, data model, clock, log. */
import type { Logger } from 'pino';
import type { Clock, IdSource } from './clock.js';
import type { Closer } from './closers.js';
import { Degradations } from './degradations.js';
import { limitCompressedBodies } from './http/server/compression.js';
import type { FormDefaults } from './http/representation/negotiation.js';
import { Representations } from './http/representation/representation.js';
import type { SigningKey } from './identity/signing-key.js';
import { Metrics } from './metrics/metrics.js';
import { registerBuildMetrics, registerDegradationMetrics } from './metrics/node-metrics.js';
import { EntryRules } from './log-rules.js';
import { loadModel } from './model/load.js';
import { ShapesFileError } from './model/shapes/local-shapes.js';
import type { Model } from './model/model.js';
import type { OutboundOptions } from './outbound/http-client.js';
import { OutboundTls } from './outbound/tls.js';
import type { Iri } from './rdf/terms.js';
import { Documents } from './rdf/jsonld/large/documents.js';
import { createVocabulary, type Vocabulary } from './rdf/vocabulary.js';
import { type Settings, SettingsError } from './settings/settings.js';
import { CacheBudget } from './store/cache/cache-budget.js';
import { cachedReader, ParsedGraphs } from './store/cache/parsed-graphs.js';
import { Quarantine } from './store/quarantine.js';
import type { GraphStore } from './store/graph-store/graph-store.js';
import { RecentCommits } from './store/lmdb/log/recent-commits.js';
import { openStore } from './store/open-store.js';
import { registerBackupMetrics, registerFlushMetrics, registerStoreMetrics } from './store/metrics.js';
import type { IndexedLookup } from './store/lookup.js';
import type { GraphRecord } from './store/record.js';
import type { GraphReader } from './store/store.js';
import { noTracer, type Tracer } from './tracing/tracer.js';
import type { UriScheme } from './uris.js';

/** Injected, so that tests can replace them. */
export interface NodeDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  /** From 0 to less than 1, evenly distributed. */
  readonly random: () => number;
  readonly log: Logger;
  /** Degradations that exist before the node starts, as that of its log; new ones by default. */
  readonly degradations?: Degradations | undefined;
  /** None by default. */
  readonly tracer?: Tracer | undefined;
}

/** For tests, which start many nodes: values that are expensive to create, and shorter timeouts. */
export interface NodeOverrides {
  /** The data model that these settings would load. */
  readonly model?: Model | undefined;
  /** The key of the development identity provider if the store is in memory. */
  readonly signingKey?: SigningKey | undefined;
  /** The compiled program of the query workers. */
  readonly queryWorker?: (() => URL) | undefined;
  /** The compiled program of the threads that read large documents. */
  readonly documentThread?: (() => URL) | undefined;
  /** The compiled program of the thread that reads partners' answers. */
  readonly mirrorReader?: (() => URL) | undefined;
  /** The compiled program of the thread that writes to the store's file; undefined for none. */
  readonly storeWriter?: { readonly program: URL | undefined } | undefined;
  /** The compiled program of the process that makes a new file of the store. */
  readonly storeCopier?: URL | undefined;
  /** The compiled program of the process that makes copies for standbys. */
  readonly standbyCopier?: URL | undefined;
  /** A wrapper of the record, for tests. */
  readonly record?: ((record: GraphRecord) => GraphRecord) | undefined;
  /** The time limit for the counts of a dataset's description, in milliseconds. */
  readonly countingMs?: number | undefined;
  /** See `PartnerQueries`: whether a query worker answers a partner. */
  readonly isForWorkers?: (() => boolean) | undefined;
  /** Timeouts, name resolution, certificate authorities and a wrapper of outgoing calls. */
  readonly outbound?: Pick<OutboundOptions, 'timeouts' | 'resolve' | 'ca' | 'around'> | undefined;
}

/** How a node starts and stops. */
interface Lifecycle {
  /** Called when the node stops, in the opposite order. */
  readonly closers: Closer[];
  /** Aborts when the node begins to stop. */
  readonly stopping: AbortSignal;
}

/** The names of the node's graphs, and the indexes in its store. */
interface Naming extends Pick<Services, 'uris' | 'vocabulary'> {
  readonly indexes: readonly IndexedLookup[];
}

export interface Services extends NodeDependencies, Pick<Lifecycle, 'closers' | 'stopping'> {
  readonly degradations: Degradations;
  readonly tracer: Tracer;
  readonly settings: Settings;
  readonly overrides: NodeOverrides;
  readonly uris: UriScheme;
  readonly vocabulary: Vocabulary;
  readonly model: Model;
  /** Whether the data model is applied in lenient mode (D40). */
  readonly lenient: boolean;
  readonly dataHolder: Iri;
  /** The data holder and `INTERNAL_AGENTS`. */
  readonly internalAgents: ReadonlySet<Iri>;
  readonly outboundTls: OutboundTls;
  readonly store: GraphStore;
  /** The last commits, if standbys may follow. */
  readonly recent: RecentCommits | undefined;
  /** Graphs as parsed values. */
  readonly parsedGraphs: ParsedGraphs;
  /** Whole graphs. */
  readonly contents: GraphReader;
  readonly quarantine: Quarantine;
  readonly metrics: Metrics;
  readonly documents: Documents;
  readonly representations: Representations;
  /** The offered API versions, and the defaults for requests that name no version or no JSON-LD form. */
  readonly formDefaults: FormDefaults;
}

/**
 * Loads the data model and opens the store.
 *
 * @throws SettingsError, StoreError; open resources are in `closers`.
 */
export async function openServices(
  settings: Settings,
  { uris, vocabulary, indexes }: Naming,
  { degradations = new Degradations(), tracer = noTracer, ...dependencies }: NodeDependencies,
  overrides: NodeOverrides,
  { closers, stopping }: Lifecycle,
): Promise<Services> {
  const { log } = dependencies;
  const dataHolder = settings.dataHolderUri ?? uris.object('_data-holder');
  const metrics = new Metrics();
  registerDegradationMetrics(metrics, degradations);
  const model = traced(overrides.model ?? (await readModel(settings, log)), tracer);
  const outboundTls = await OutboundTls.read(settings.outboundFiles);
  const quarantine = new Quarantine({ log, degradations });
  const cacheBudget = new CacheBudget(settings.cacheBytes);
  limitCompressedBodies(cacheBudget.share('compressedBodies'));
  const { program: writer } = overrides.storeWriter ?? {
    program: new URL('store/lmdb/writer-worker.js', import.meta.url),
  };
  const recent = settings.standbySecret === undefined ? undefined : new RecentCommits();
  const store = await openStore({
    location: settings.store,
    writer,
    copier: overrides.storeCopier,
    around: overrides.record,
    base: uris.base,
    keepBytes: settings.commitLogKeepBytes,
    recent,
    lookups: indexes,
    cacheBudget,
    clock: dependencies.clock,
    log,
    quarantine,
    tracer,
    random: dependencies.random,
    logRules: new EntryRules(uris, vocabulary, dataHolder, settings.proofs.isOn),
    onFlush: registerFlushMetrics(metrics),
  });
  closers.push(() => store.close());
  const documents = new Documents(overrides.documentThread);
  closers.push(() => documents.close());
  registerStoreMetrics(metrics, store);
  if (settings.store.kind === 'folder') {
    registerBackupMetrics(metrics, settings.store.path, () => dependencies.clock.now());
  }
  registerBuildMetrics(metrics);
  return {
    ...dependencies,
    degradations,
    tracer,
    closers,
    stopping,
    settings,
    overrides,
    uris,
    vocabulary,
    model,
    lenient: settings.validation === 'lenient',
    dataHolder,
    outboundTls,
    internalAgents: new Set([dataHolder, ...settings.internalAgents]),
    store,
    recent,
    parsedGraphs: new ParsedGraphs(store),
    contents: cachedReader(store),
    quarantine,
    metrics,
    documents,
    representations: new Representations(vocabulary),
    formDefaults: {
      versions: settings.apiVersions.offered,
      version: settings.apiVersions.default,
      jsonLd: settings.jsonLdForm,
    },
  };
}

/** The model with a span for each validation. */
function traced(model: Model, tracer: Tracer): Model {
  if (!tracer.isEnabled) return model;
  const check = model.check.bind(model);
  return Object.assign(model, {
    check: (...parameters: Parameters<Model['check']>) =>
      tracer.span('validation', { attributes: { 'cargograph.statements': parameters[0].size } }, async (span) => {
        const violations = await check(...parameters);
        span.set({ 'cargograph.violations': violations.length });
        return violations;
      }),
  });
}

/** The data model of the settings. @throws SettingsError for files that cannot be used. */
export async function readModel(settings: Settings, log: Logger): Promise<Model> {
  try {
    return await readOntologies(settings, log);
  } catch (error) {
    if (error instanceof ShapesFileError) throw new SettingsError(`SHAPES_FILES: ${error.message}`, { cause: error });
    throw error;
  }
}

/** @throws ShapesFileError */
async function readOntologies(settings: Settings, log: Logger): Promise<Model> {
  const { namespaces, ontologyFiles, shapesFiles, validation } = settings;
  const options = { namespaces, shapesFiles, mode: validation, log };
  // An error in the shipped files is not an error of a setting.
  if (ontologyFiles.length === 0) return loadModel(options);
  const unusable = (why: string, cause?: unknown): SettingsError =>
    new SettingsError(`ONTOLOGY_FILES: ${why}`, { cause });
  const model = await loadModel({ ...options, ontologyFiles }).catch((cause: unknown) => {
    if (cause instanceof ShapesFileError) throw cause;
    throw unusable(cause instanceof Error ? cause.message : String(cause), cause);
  });
  // Nothing could be stored, not even the data holder: models before 3.0 have another hierarchy.
  const { LogisticsObject, Organization } = createVocabulary(namespaces).cargo;
  const files = ontologyFiles.join(', ');
  if (!model.isClass(LogisticsObject.value)) throw unusable(`there is no class <${LogisticsObject.value}> in ${files}`);
  if (!model.isLogisticsObject([Organization.value]))
    throw unusable(`<${Organization.value}> does not inherit from <${LogisticsObject.value}> in ${files}`);
  return model;
}
