/** TLS of outgoing calls: the trusted authorities, and this node's client certificate. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { type Settings, SettingsError } from '../settings/settings.js';

type OutboundFiles = Settings['outboundFiles'];

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The secure context of outgoing connections. It is created once, because Node.js would parse all authorities for each
 * connection.
 */
export class OutboundTls {
  private constructor(
    private readonly files: OutboundFiles,
    private current: SecureContext | undefined,
  ) {}

  /** @throws SettingsError for an unreadable or invalid file. */
  static async read(files: OutboundFiles): Promise<OutboundTls> {
    return new OutboundTls(files, await readContext(files));
  }

  /** Undefined without these settings: the defaults of Node.js apply. */
  get context(): SecureContext | undefined {
    return this.current;
  }

  /**
   * Reads the files again.
   *
   * @returns a function that applies them to new connections.
   * @throws SettingsError for an unreadable or invalid file.
   */
  async reload(): Promise<() => void> {
    const renewed = await readContext(this.files);
    return () => {
      this.current = renewed;
    };
  }
}

/** The default authorities of Node.js: its own list, and the file in `NODE_EXTRA_CA_CERTS`. */
function defaultAuthorities(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (file === undefined || file === '') return [...rootCertificates];
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')];
  } catch {
    // Node.js warns about it.
    return [...rootCertificates];
  }
}

async function readContext({ extraCaFile, certFile, keyFile }: OutboundFiles): Promise<SecureContext | undefined> {
  if (extraCaFile === undefined && certFile === undefined) return undefined;
  const authorities = extraCaFile === undefined ? [] : await readAuthorities(extraCaFile);
  const cert = certFile === undefined ? undefined : await read('OUTBOUND_CERT_FILE', certFile);
  const key = keyFile === undefined ? undefined : await read('OUTBOUND_KEY_FILE', keyFile);
  try {
    return createSecureContext({ ca: [...defaultAuthorities(), ...authorities], cert, key, minVersion: 'TLSv1.2' });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`OUTBOUND_CERT_FILE and OUTBOUND_KEY_FILE cannot be used: ${reason}`, { cause });
  }
}

async function readAuthorities(file: string): Promise<string[]> {
  const authorities = (await read('EXTRA_CA_FILE', file)).match(CERTIFICATE);
  if (authorities === null) throw new SettingsError(`EXTRA_CA_FILE: ${file} has no certificate in PEM format`);
  for (const [index, authority] of authorities.entries()) {
    try {
      new X509Certificate(authority);
    } catch (cause) {
      throw new SettingsError(`EXTRA_CA_FILE: certificate ${index + 1} in ${file} cannot be read`, { cause });
    }
  }
  return authorities;
}

async function read(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new SettingsError(`${setting}: ${file} cannot be read`, { cause });
  }
}
