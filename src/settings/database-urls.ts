/** The URL of a PostgreSQL database on one server, or on several of which one accepts writes. */

/** The parts of a URL: the text before the hosts, the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(\/.*)$/;

/**
 * The URL of the database on each of its servers, in the order of `postgres://user@host1:5432,host2:5432/database`,
 * without `target_session_attrs`: a node needs the server that accepts writes.
 *
 * @throws TypeError for a URL without a host or a database, and for `target_session_attrs` of read-only servers.
 */
export function databaseUrls(text: string): readonly [URL, ...URL[]] {
  const [, before = '', hosts = '', behind = ''] = PARTS.exec(text) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => serverUrl(before, host, behind));
  if (first === undefined) throw incomplete();
  return [first, ...others];
}

/** The name of a database for logs and errors: without credentials and options. */
export function databaseName(urls: readonly [URL, ...URL[]]): string {
  return `postgres://${urls.map(({ host }) => host).join(',')}${urls[0].pathname}`;
}

function serverUrl(before: string, host: string, behind: string): URL {
  const text = before + host + behind;
  if (host === '' || !URL.canParse(text)) throw incomplete();
  const url = new URL(text);
  if (url.hostname === '' || url.pathname.length < 2) throw incomplete();
  const wanted = url.searchParams.get('target_session_attrs') ?? 'read-write';
  if (wanted !== 'read-write' && wanted !== 'primary')
    throw new TypeError(`target_session_attrs must be read-write or primary, not ${JSON.stringify(wanted)}`);
  url.searchParams.delete('target_session_attrs');
  return url;
}

const incomplete = (): TypeError =>
  new TypeError(
    'it must name a host, or several, and a database: postgres://<user>:<password>@<host>,<host>/<database>',
  );
