/** TLS to PostgreSQL, from the parameters of the URL that its own clients use. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/**
 * The options of `sslmode` and its companions.
 *
 * - `disable` (the default): no TLS. `require`: TLS without a check of the certificate.
 * - `verify-ca`: its authority is checked. `verify-full`: its host name, too.
 * - `sslrootcert`: a file of authorities instead of the system's. `sslcert`, `sslkey`: a client certificate.
 *
 * @throws TypeError for another mode, or a file that cannot be read.
 */
export function tlsOptions({ searchParams, hostname }: URL): ConnectionOptions | false {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const mode = searchParams.get('sslmode') ?? 'disable';
  if (mode === 'disable') return false;
  if (mode !== 'require' && mode !== 'verify-ca' && mode !== 'verify-full')
    throw new TypeError(`sslmode must be disable, require, verify-ca or verify-full, not ${JSON.stringify(mode)}`);
  const file = (name: string): Buffer | undefined => {
    const path = searchParams.get(name);
    if (path === null) return undefined;
    try {
      return readFileSync(path);
    } catch (cause) {
      throw new TypeError(`${name}: ${path} cannot be read`, { cause });
    }
  };
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')];
  return {
    // A server name is a host name (RFC 6066): Node.js checks a certificate for the address without it.
    ...(isIP(address) === 0 && { servername: hostname }),
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
  };
}

/** A URL as the driver gets it: it would send parameters that it does not know to the server. */
export function withoutTlsParameters(url: URL): URL {
  const copy = new URL(url);
  for (const parameter of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']) copy.searchParams.delete(parameter);
  return copy;
}
