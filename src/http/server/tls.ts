/** TLS of the node's sockets. */
import { constants } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';

export interface TlsOptions {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** With it, clients must present a certificate that one of these authorities has signed. */
  readonly clientCa: Buffer | undefined;
}

/** For TLS 1.2 only those with forward secrecy and authenticated encryption (RFC 9325, sections 4.1 and 4.2). */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** All options of a secure context: `setSecureContext` keeps none of the previous ones. */
export function secureContextOptions({ cert, key, clientCa }: TlsOptions): SecureContextOptions {
  return {
    cert,
    key,
    ...(clientCa && { ca: clientCa }),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    // Each renegotiation costs the server far more than the client (RFC 9325, section 3.5).
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  };
}
