/** `/log/witness`: where the logs of partners get their cosignatures (P25). */
import { ServiceError } from '../../errors.js';
import { sendTagged } from '../../http/pages.js';
import { digest } from '../../http/representation/representation.js';
import { bodyReader } from '../../http/server/body.js';
import { string } from '../../openapi/json-ld.js';
import { publicOperation, publicRoute } from '../../openapi/public-operation.js';
import { content } from '../../openapi/responses.js';
import type { PublicModule } from '../../openapi/section.js';
import { exampleCheckpoint, tag } from '../schemas.js';
import type { Cosigner } from './cosigner.js';

/** The largest body that is read. */
const MAX_BYTES = 64 * 1024;
const TEXT = 'text/plain; charset=utf-8';
const SIZE = 'text/x.tlog.size';

const exampleBody = `old 0\n\n${exampleCheckpoint}`;

/** @param cosigner undefined where the node is no witness: 404. */
export function witnessPages(cosigner: Cosigner | undefined): PublicModule {
  const readBody = bodyReader(MAX_BYTES);

  /** @throws ServiceError `not-found` */
  const witness = (): Cosigner => {
    if (cosigner === undefined) throw new ServiceError('not-found', 'this node cosigns no logs');
    return cosigner;
  };

  const add = publicOperation({
    method: 'post',
    path: '/log/witness/add-checkpoint',
    unknownQuery: 'refused',
    id: 'addCheckpoint',
    summary: "Have a partner's log cosigned",
    description:
      'Takes a checkpoint with the proof that the log has only grown since the one that was cosigned last, and answers the cosignature (C2SP tlog-witness).',
    accessLevel: 'anyone',
    errors: [403, 404, 413, 422],
    body: { required: true, content: { 'text/plain': { schema: string, example: exampleBody } } },
    responses: () => ({
      200: content('The cosignature, as a line of a signed note.', 'text/plain', { schema: string }),
      409: content('The size of the checkpoint that was cosigned last.', SIZE, { schema: string, example: '1203\n' }),
    }),
    handle: async (request, response) => {
      const cosigned = await witness().add(await readBody(request, response));
      if (cosigned.kind === 'cosigned') {
        response.type(TEXT).send(cosigned.lines);
        return;
      }
      // `set` would add a charset to the type of a text.
      response.status(409).setHeader('Content-Type', SIZE);
      response.send(Buffer.from(`${cosigned.size}\n`));
    },
  });

  const newest = publicOperation({
    method: 'get',
    path: '/log/witness/:origin/checkpoint',
    pathParameters: {
      origin: {
        description: "SHA-256 of the log's origin, in hexadecimal.",
        schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      },
    },
    unknownQuery: 'refused',
    id: 'getCosignedCheckpoint',
    summary: "Read the checkpoint of a partner's log that was cosigned last",
    accessLevel: 'anyone',
    responses: () => ({
      200: content('The checkpoint: a signed note.', 'text/plain', { schema: string, example: exampleCheckpoint }, [
        'ETag',
        'Cache-Control',
      ]),
    }),
    handle: async (request, response) => {
      const origin = request.params['origin'];
      const note = typeof origin === 'string' ? await witness().newest(origin) : undefined;
      if (note === undefined) throw new ServiceError('not-found', 'no checkpoint of such a log was cosigned');
      const body = Buffer.from(note);
      await sendTagged(request, response, { body, etag: digest(body), type: TEXT });
    },
  });

  return publicRoute({ path: '/log/witness', tag, operations: [add, newest] });
}
