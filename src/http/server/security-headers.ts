/**
 * Security headers of every response (OWASP's for an API): load nothing, be framed nowhere, guess no type. The pages that
 * need more (`/docs`) set their own Content-Security-Policy. A test compares them with helmet's.
 *
 * @param secure whether the node is reached over TLS, its own or a proxy's.
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
