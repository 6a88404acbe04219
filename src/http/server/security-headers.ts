/**
 * Security headers of all responses (OWASP's for an API). Pages that load resources (`/docs`) set another
 * Content-Security-Policy. A test compares these headers with helmet's.
 *
 * @param secure whether callers use TLS, to the node or to a proxy.
 */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}
