/** The reasons for failed TLS connections to other servers, with the setting that can help. */

/** The certificate chain does not end in a trusted authority. */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_UNTRUSTED',
]);

/** A clause for messages, after the name of the server; undefined for other errors. */
export function tlsFailure(code: unknown): string | undefined {
  if (typeof code !== 'string') return undefined;
  if (UNTRUSTED.has(code)) {
    return 'has a TLS certificate from an authority that this node does not trust; EXTRA_CA_FILE adds authorities';
  }
  if (code === 'CERT_HAS_EXPIRED') return 'has a TLS certificate that has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'has a TLS certificate that is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'has a TLS certificate for another host name';
  if (code.endsWith('_ALERT_CERTIFICATE_REQUIRED')) {
    return 'requires a client certificate (OUTBOUND_CERT_FILE, OUTBOUND_KEY_FILE)';
  }
  if (
    /_ALERT_(?:BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_(?:EXPIRED|REVOKED|UNKNOWN)|UNSUPPORTED_CERTIFICATE)$/.test(code)
  ) {
    return 'rejected the client certificate of this node (OUTBOUND_CERT_FILE)';
  }
  return undefined;
}
