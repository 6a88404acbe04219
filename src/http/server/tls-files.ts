/** The certificate of the node's sockets, as its settings name it. */
import { readFile } from 'node:fs/promises';
import { type Settings, SettingsError } from '../../settings/settings.js';
import type { TlsOptions } from './tls.js';

/** @returns undefined without TLS. @throws SettingsError for a file that cannot be read. */
export async function readTlsFiles({ tls }: Settings): Promise<TlsOptions | undefined> {
  if (tls === undefined) return undefined;
  const read = async (setting: string, file: string): Promise<Buffer> => {
    try {
      return await readFile(file);
    } catch (cause) {
      throw new SettingsError(`${setting}: ${file} cannot be read`, { cause });
    }
  };
  return {
    cert: await read('TLS_CERT_FILE', tls.certFile),
    key: await read('TLS_KEY_FILE', tls.keyFile),
    clientCa: tls.clientCaFile === undefined ? undefined : await read('TLS_CLIENT_CA_FILE', tls.clientCaFile),
  };
}
