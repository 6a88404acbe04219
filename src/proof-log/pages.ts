/**
 * The published log (P8 to P13): checkpoints, tiles, proofs of consistency, keys, and entries by their index. These
 * addresses are public routes, because `PROOF_ACCESS=public` opens them to anyone (P12).
 */
import type { Request, Response as ExpressResponse } from 'express';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { isNotModified } from '../http/conditions.js';
import { sendTagged } from '../http/pages.js';
import { invalidQuery } from '../http/query-parameters.js';
import { jsonBody } from '../http/representation/json-body.js';
import { digest } from '../http/representation/representation.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { schemaRef, string } from '../openapi/json-ld.js';
import type { PathParameter } from '../openapi/operation.js';
import { publicOperation, publicRoute } from '../openapi/public-operation.js';
import * as query from '../openapi/query.js';
import { content } from '../openapi/responses.js';
import type { PublicModule } from '../openapi/section.js';
import { toBase64 } from '../proofs/format/encoding.js';
import { FormatError } from '../proofs/format/format-error.js';
import { parseVkey, writeVkey } from '../proofs/format/note.js';
import { parseTilePath } from '../proofs/format/tile.js';
import { consistencyProof } from '../proofs/format/tree.js';
import { assertMayProve } from './access.js';
import type { Bundles } from './bundles.js';
import type { SignedCheckpoint } from './checkpoints.js';
import type { ErasedServices } from './erased.js';
import { namedProperties } from './disclosure.js';
import type { Epoch } from './epochs.js';
import { keyAddress, multikey } from './keys.js';
import type { ProofLog } from './proof-log.js';
import { exampleBundle, exampleCheckpoint, exampleConsistency, exampleDescription, schemas, tag } from './schemas.js';
import { tileIn, Tiles } from './tiles.js';

export type LogPageServices = ExchangeServices &
  ErasedServices & {
    readonly proofLog: ProofLog;
    readonly bundles: Bundles;
    readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  };

const TEXT = 'text/plain; charset=utf-8';
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]{0,15})$/;

const epochParameter: PathParameter = {
  description: 'The number of the epoch: 1, and one more after each restore.',
  schema: { type: 'integer', minimum: 1 },
  example: 1,
};

const nothingHere = (): ServiceError => new ServiceError('not-found', 'the log has nothing at this address');

/** The parameter `property` of proofs (P16). */
export const propertyQuery = {
  properties: query.list('property', {
    description: 'Disclose these properties only, as short name (`cargo:grossWeight`) or IRI, at most 50.',
  }),
} as const;

export function logPages(services: LogPageServices): PublicModule[] {
  const { settings, store, uris, vocabulary, proofLog, bundles, authenticate } = services;
  const isPublic = settings.proofs.access === 'public';
  const accessLevel = isPublic ? 'anyone' : 'authenticated';

  /** @throws ServiceError `unauthenticated` (P12). */
  const assertAccess = async (request: Request): Promise<void> => {
    if (!isPublic) await authenticate(request.get('authorization'));
  };

  /** @throws ServiceError `not-found` */
  async function epochOf(request: Request): Promise<Epoch> {
    const text = request.params['epoch'];
    const epoch =
      typeof text === 'string' && WHOLE_NUMBER.test(text) ? await proofLog.epochs.numbered(Number(text)) : undefined;
    if (epoch === undefined) throw nothingHere();
    return epoch;
  }

  /** @throws ServiceError `not-found` before the first checkpoint. */
  async function newestOf(epoch: Pick<Epoch, 'number'>): Promise<SignedCheckpoint> {
    const checkpoint = await proofLog.checkpoint(epoch.number);
    if (checkpoint === undefined) throw nothingHere();
    return checkpoint;
  }

  const sendNote = (request: Request, response: ExpressResponse, { note }: SignedCheckpoint): Promise<void> => {
    const body = Buffer.from(note);
    return sendTagged(request, response, { body, etag: digest(body), type: TEXT });
  };

  const checkpointAnswer = content(
    'The checkpoint: a signed note.',
    'text/plain',
    { schema: string, example: exampleCheckpoint },
    ['ETag', 'Cache-Control'],
  );

  const checkpoint = publicOperation({
    method: 'get',
    path: '/log/checkpoint',
    unknownQuery: 'refused',
    id: 'getLogCheckpoint',
    summary: 'Read the newest checkpoint of the log',
    description: 'The signed head of the log (C2SP tlog-checkpoint), with the cosignatures of its witnesses.',
    accessLevel,
    errors: [404],
    responses: () => ({ 200: checkpointAnswer }),
    handle: async (request, response) => {
      await assertAccess(request);
      await sendNote(request, response, await newestOf(proofLog.epoch));
    },
  });

  const checkpointOfEpoch = publicOperation({
    method: 'get',
    path: '/log/:epoch/checkpoint',
    pathParameters: { epoch: epochParameter },
    unknownQuery: 'refused',
    id: 'getLogCheckpointOfEpoch',
    summary: 'Read the newest checkpoint of an epoch',
    accessLevel,
    responses: () => ({ 200: checkpointAnswer }),
    handle: async (request, response) => {
      await assertAccess(request);
      await sendNote(request, response, await newestOf(await epochOf(request)));
    },
  });

  const tile = publicOperation({
    method: 'get',
    path: '/log/:epoch/tile/*tile',
    pathParameters: {
      epoch: epochParameter,
      tile: {
        description: 'The path of a tile: `<level>/<index>`, or `entries/<index>`, and `.p/<width>` of a partial one.',
        schema: { type: 'string' },
        example: '0/000.p/1',
      },
    },
    unknownQuery: 'refused',
    id: 'getLogTile',
    summary: 'Read a tile of the log',
    description: 'Hashes of the tree, or entries (C2SP tlog-tiles). It never changes.',
    accessLevel,
    errors: [400],
    responses: () => ({
      200: content('The tile.', 'application/octet-stream', { schema: { type: 'string', format: 'binary' } }, [
        'ETag',
        'Cache-Control',
      ]),
    }),
    handle: async (request, response) => {
      await assertAccess(request);
      const epoch = await epochOf(request);
      const segments = request.params['tile'];
      const wanted = readTilePath(Array.isArray(segments) ? segments.join('/') : (segments ?? ''));
      const found = tileIn((await newestOf(epoch)).size, wanted);
      if (found === undefined) throw nothingHere();
      const body = await new Tiles(store.proofLog, epoch).read(found);
      const etag = digest(body);
      const scope = isPublic ? '' : ', private';
      response.set({ ETag: `"${etag}"`, 'Cache-Control': `immutable, max-age=31536000${scope}` });
      if (isNotModified(request.headers, { isTag: (other) => other === etag })) response.status(304).end();
      else response.type('application/octet-stream').send(body);
    },
  });

  const consistency = publicOperation({
    method: 'get',
    path: '/log/:epoch/consistency',
    pathParameters: { epoch: epochParameter },
    query: {
      from: query.required(query.text('from', { description: 'The size of the smaller tree.', example: '40' })),
      to: query.text('to', { description: 'The size of the larger tree; by default that of the newest checkpoint.' }),
    },
    unknownQuery: 'refused',
    id: 'getLogConsistency',
    summary: 'Prove that the log has only grown between two sizes',
    accessLevel,
    responses: () => ({
      200: content(
        'The proof (RFC 9162, section 2.1.4).',
        'application/json',
        {
          schema: schemaRef('LogConsistency'),
          example: exampleConsistency,
        },
        ['ETag', 'Cache-Control'],
      ),
    }),
    handle: async (request, response, given) => {
      await assertAccess(request);
      const epoch = await epochOf(request);
      const { size } = await newestOf(epoch);
      const [from, to] = [sizeNamed('from', given.from), given.to === undefined ? size : sizeNamed('to', given.to)];
      if (to > size) throw invalidQuery('to', `is beyond the newest checkpoint, which has ${size} entries`);
      if (from > to) throw invalidQuery('from', 'must not be larger than `to`');
      const hashes = await consistencyProof(from, to, new Tiles(store.proofLog, epoch).hashes(to));
      const body = jsonBody({ from, to, hashes: hashes.map(toBase64) });
      await sendTagged(request, response, { body, etag: digest(body), type: 'application/json' });
    },
  });

  const keys = publicOperation({
    method: 'get',
    path: '/log/keys',
    unknownQuery: 'refused',
    id: 'getLogKeys',
    summary: 'Read the keys of the log as a controller document',
    accessLevel: 'anyone',
    responses: (described) => ({
      200: content(
        'The document.',
        'application/json',
        {
          schema: schemaRef('ProofLogKeys'),
          example: { id: described.uri('/log/keys'), assertionMethod: [] },
        },
        ['ETag', 'Cache-Control'],
      ),
    }),
    handle: async (request, response) => {
      const id = `${uris.base}/log/keys`;
      const all = (await proofLog.epochs.all()).flatMap((epoch) =>
        epoch.keys.map(({ key }) => multikey(parseVkey(key))),
      );
      const assertionMethod = [...new Set(all)].map((publicKeyMultibase) => ({
        id: keyAddress(uris.base, publicKeyMultibase),
        type: 'Multikey',
        controller: id,
        publicKeyMultibase,
      }));
      const context = ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'];
      const body = jsonBody({ '@context': context, id, assertionMethod });
      await sendTagged(request, response, { body, etag: digest(body), type: 'application/json' });
    },
  });

  const entry = publicOperation({
    method: 'get',
    path: '/log/:epoch/entries/:index',
    pathParameters: {
      epoch: epochParameter,
      index: {
        description: 'The index of the entry, from 0 on.',
        schema: { type: 'integer', minimum: 0 },
        example: 41,
      },
    },
    query: propertyQuery,
    unknownQuery: 'refused',
    id: 'getLogEntry',
    summary: 'Prove an entry of the log',
    description: 'For whoever may read the thing itself; for others there is no such entry.',
    accessLevel: 'permitted',
    errors: [422, 503],
    responses: (described) => ({
      200: content(
        'The bundle.',
        'application/json',
        {
          schema: schemaRef('ProofBundle'),
          example: exampleBundle(described.base),
        },
        ['ETag', 'Cache-Control'],
      ),
    }),
    handle: async (request, response, { properties }) => {
      const caller = await authenticate(request.get('authorization'));
      const body = jsonBody(await bundleOf(request, caller, properties));
      const caching = 'private, no-cache';
      await sendTagged(request, response, { body, etag: digest(body), type: 'application/json', caching });
    },
  });

  /** A number tells nothing: an entry that the caller may not see is the same 404 as one that is not there (P13). */
  async function bundleOf(request: Request, caller: Caller, names: readonly string[]): ReturnType<Bundles['bundle']> {
    const epoch = await epochOf(request);
    const index = request.params['index'];
    if (typeof index !== 'string' || !WHOLE_NUMBER.test(index)) throw nothingHere();
    const position = await proofLog.positionOf({ epoch: epoch.number, index: Number(index) });
    const found = position === undefined ? undefined : await bundles.entry(position);
    if (found === undefined) throw nothingHere();
    try {
      await assertMayProve(found.record, caller, services);
    } catch (error) {
      if (error instanceof ServiceError && (error.kind === 'forbidden' || error.kind === 'not-found'))
        throw nothingHere();
      throw error;
    }
    return bundles.bundle(found, names.length === 0 ? undefined : namedProperties(names, vocabulary));
  }

  const description = publicOperation({
    method: 'get',
    path: '/.well-known/cargograph-log.json',
    unknownQuery: 'refused',
    id: 'getLogDescription',
    summary: 'Read origin, address and keys of the log',
    accessLevel: 'anyone',
    responses: (described) => ({
      200: content(
        'The log.',
        'application/json',
        {
          schema: schemaRef('ProofLogDescription'),
          example: exampleDescription(described.base),
        },
        ['Cache-Control'],
      ),
    }),
    handle: async (_request, response) => {
      const all = await proofLog.epochs.all();
      const newest = all.at(-1) ?? proofLog.epoch;
      const prefix = ({ number }: Epoch): string => `${uris.base}/log/${number}/`;
      response.set('Cache-Control', 'public, max-age=3600').type('application/json');
      response.send(
        jsonBody({
          origin: newest.origin,
          prefix: prefix(newest),
          keys: newest.keys,
          witnesses: settings.proofs.witnesses.map(({ key }) => writeVkey(key)),
          earlier: all.slice(0, -1).map((epoch) => ({ origin: epoch.origin, prefix: prefix(epoch), keys: epoch.keys })),
        }),
      );
    },
  });

  return [
    publicRoute({
      path: '/log',
      tag,
      operations: [checkpoint, keys, checkpointOfEpoch, tile, consistency, entry],
      schemas,
    }),
    publicRoute({ path: '/.well-known/cargograph-log.json', tag, operations: [description] }),
  ];
}

/** @throws ServiceError `invalid-resource` for a malformed path. */
function readTilePath(path: string): ReturnType<typeof parseTilePath> {
  try {
    return parseTilePath(path);
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new ServiceError('invalid-resource', `this is not the path of a tile: ${cause.message}`, { cause });
  }
}

function sizeNamed(name: string, text: string): number {
  if (WHOLE_NUMBER.test(text)) return Number(text);
  throw invalidQuery(name, 'must be a whole number');
}
