/** What a browser is told not to do with the node's answers. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/**
 * For an API: load nothing, be framed nowhere, guess no type. A page that needs more (`/docs`) brings its own policy.
 *
 * @param secure whether the node is reached over TLS, its own or a proxy's.
 */
export function securityMiddleware(secure: boolean): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    // These speak to pages and to browsers of long ago; no answer of the API is opened as one.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    // To promise HTTPS is for those who have it.
    strictTransportSecurity: secure && { maxAge: 31_536_000 },
  });
}

/** The same as fields, found out once: nothing in them depends on a request. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  securityMiddleware(secure)(request, response, (error) => {
    if (error !== undefined) throw new TypeError('the security headers cannot be told', { cause: error });
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [
      name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()),
      String(value),
    ]),
  );
}
