/** The body of a request to follow (M1, M2): every error names the field. */
import { ServiceError } from '../../errors.js';
import { isId } from '../../graph-kind-row.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import type { FollowOptions } from './follow.js';

export const MAX_OBJECTS = 5_000;
export const MAX_DEPTH = 3;
export const MAX_NOTE = 500;

const OBJECTS = '/logistics-objects/';

export type FollowRequest = { readonly server: Iri; readonly options: FollowOptions } & (
  { readonly objects: readonly [Iri, ...Iri[]] } | { readonly type: Iri }
);

/** The distinct objects of a request. */
export const objectsOf = (request: FollowRequest): readonly Iri[] =>
  'type' in request ? [] : [...new Set(request.objects)];

const optionNames = ['depth', 'events', 'subscribe', 'note'];
const names = ['object', 'objects', 'server', 'type', ...optionNames];

/** The error of a field. */
export const wrong = (field: string, message: string): ServiceError =>
  new ServiceError('invalid-body', `\`${field}\` ${message}`);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws ServiceError `invalid-body` for anything but an object with some of these members. */
export function fieldsOf(body: unknown, allowed: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw new ServiceError('invalid-body', 'the body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw wrong(unknown, `is unknown: choose from ${allowed.join(', ')}`);
  return body;
}

/**
 * @param own the base URL of this node.
 * @throws ServiceError `invalid-body`
 */
export function readFollowBody(body: unknown, own: string): FollowRequest {
  const fields = fieldsOf(body, names);
  const options = { depth: 1, events: true, subscribe: true, note: undefined, ...readOptions(fields) };
  const given = ['object', 'objects', 'type'].filter((name) => fields[name] !== undefined);
  const [target, second] = given;
  if (target === undefined) throw wrong('object', 'is missing: give one of object, objects and type');
  if (second !== undefined) throw wrong(second, `is given beside \`${target}\`: give one of object, objects and type`);
  if (target === 'type') {
    const server = readServer(fields['server'], own);
    const type = fields['type'];
    if (typeof type !== 'string' || !isIri(type)) throw wrong('type', 'must be the IRI of a class');
    return { server, type, options };
  }
  if (fields['server'] !== undefined) throw wrong('server', 'is for a type only');
  const uris = target === 'object' ? [fields['object']] : fields['objects'];
  if (!Array.isArray(uris)) throw wrong(target, 'must be a list of URIs');
  if (uris.length > MAX_OBJECTS) throw wrong(target, `has more than ${MAX_OBJECTS} URIs`);
  const [first, ...others] = uris.map((uri: unknown) => readObject(target, uri, own));
  if (first === undefined) throw wrong(target, 'must have at least one URI');
  const other = others.find(({ server }) => server !== first.server);
  if (other !== undefined) throw wrong(target, `has objects of two servers: ${first.server} and ${other.server}`);
  return { server: first.server, objects: [first.object, ...others.map(({ object }) => object)], options };
}

/** The options of a request to change a follow. @throws ServiceError `invalid-body` */
export const readOptionsBody = (body: unknown): Partial<FollowOptions> => readOptions(fieldsOf(body, optionNames));

function readOptions({ depth, events, subscribe, note }: Readonly<Record<string, unknown>>): Partial<FollowOptions> {
  if (
    depth !== undefined &&
    !(typeof depth === 'number' && Number.isInteger(depth) && depth >= 0 && depth <= MAX_DEPTH)
  )
    throw wrong('depth', `must be a whole number from 0 to ${MAX_DEPTH}`);
  if (events !== undefined && typeof events !== 'boolean') throw wrong('events', 'must be true or false');
  if (subscribe !== undefined && typeof subscribe !== 'boolean') throw wrong('subscribe', 'must be true or false');
  const remark = readNote(note);
  return {
    ...(depth !== undefined && { depth }),
    ...(events !== undefined && { events }),
    ...(subscribe !== undefined && { subscribe }),
    ...(note !== undefined && { note: remark }),
  };
}

/** The remark of a person; undefined for none. @throws ServiceError `invalid-body` */
export function readNote(note: unknown): string | undefined {
  if (note === undefined || note === null) return undefined;
  if (typeof note !== 'string' || note.length > MAX_NOTE)
    throw wrong('note', `must be a text of at most ${MAX_NOTE} characters`);
  return note;
}

/** @throws ServiceError for anything but an http or https address without user, query and fragment. */
function readAddress(field: string, value: unknown, own: string): Iri {
  if (typeof value !== 'string' || !isIri(value) || !URL.canParse(value))
    throw wrong(field, `must be an absolute URI, not ${JSON.stringify(value)}`);
  const { protocol, username, password, search, hash } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') throw wrong(field, 'must be an http or https URI');
  if (username !== '' || password !== '' || value.includes('@')) throw wrong(field, 'must have no user information');
  if (search !== '' || hash !== '' || /[?#]/.test(value)) throw wrong(field, 'must have no query and no fragment');
  if (value === own || value.startsWith(`${own}/`)) throw wrong(field, 'is of this node: only partners are followed');
  return value;
}

function readObject(field: string, value: unknown, own: string): { readonly object: Iri; readonly server: Iri } {
  const object = readAddress(field, value, own);
  const server = serverOf(object);
  if (server === undefined) throw wrong(field, `must be the URI of a Logistics Object, with ${OBJECTS}<id>`);
  return { object, server };
}

function readServer(value: unknown, own: string): Iri {
  if (value === undefined) throw wrong('server', 'is missing beside `type`');
  const server = readAddress('server', value, own).replace(/(?<!\/)\/+$/, '');
  if (server.includes('/logistics-objects')) throw wrong('server', `must be the base URL, without ${OBJECTS}`);
  if (!isIri(server)) throw wrong('server', 'must be a base URL');
  return server;
}

/** The base URL of the server of an object; undefined for the URI of anything else. */
export function serverOf(object: string): Iri | undefined {
  const at = object.lastIndexOf(OBJECTS);
  if (at === -1 || !/^https?:\/\//i.test(object)) return undefined;
  const [server, id] = [object.slice(0, at), object.slice(at + OBJECTS.length)];
  return isIri(server) && isId(id) ? server : undefined;
}
