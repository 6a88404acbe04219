/** Certificates for a test: an authority, and the certificates that it has signed. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, type SelfsignedOptions } from 'selfsigned';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Elliptic-curve keys are fast to generate. */
const usual: SelfsignedOptions = { keyType: 'ec', algorithm: 'sha256' };

export class Authority {
  private constructor(
    private readonly own: Certificate,
    private readonly keyType: 'ec' | 'rsa',
  ) {}

  /** @param keyType of its key and of the keys that it signs. */
  static async make(name: string, keyType: 'ec' | 'rsa' = 'ec'): Promise<Authority> {
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      ...usual,
      keyType,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
    return new Authority({ cert, key }, keyType);
  }

  get cert(): string {
    return this.own.cert;
  }

  /** A certificate for a server or a client of this machine, unless `change` says otherwise. */
  async sign(
    name: string,
    change: Pick<SelfsignedOptions, 'notBeforeDate' | 'notAfterDate'> & { readonly host?: string } = {},
  ): Promise<Certificate> {
    const { host, ...dates } = change;
    const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
      ...usual,
      ...dates,
      keyType: this.keyType,
      ca: this.own,
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        // The usual key usage of such keys: with RSA, a suite without forward secrecy would be possible.
        { name: 'keyUsage', digitalSignature: true, keyEncipherment: this.keyType === 'rsa', critical: true },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        {
          name: 'subjectAltName',
          altNames:
            host === undefined
              ? [
                  { type: 2, value: 'localhost' },
                  { type: 7, ip: '127.0.0.1' },
                ]
              : [{ type: 2, value: host }],
        },
      ],
    });
    return { cert, key };
  }
}

/** Writes a certificate to the files that the settings name. */
export async function writeCertificate(folder: string, { cert, key }: Certificate): Promise<void> {
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
}
