import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import helmet from 'helmet';
import { securityHeaders } from '../../../src/http/server/security-headers.js';

/** The fields that helmet sets, without those that only concern pages and old browsers. */
function helmetHeaders(secure: boolean): Record<string, unknown> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const middleware = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: secure && { maxAge: 31_536_000 },
  });
  middleware(request, response, (error) => {
    expect(error).to.equal(undefined);
  });
  return response.getHeaders();
}

describe('securityHeaders', () => {
  for (const secure of [false, true]) {
    it(`returns the fields of helmet, ${secure ? 'with' : 'without'} TLS`, () => {
      const headers = Object.entries(securityHeaders(secure)).map(([name, value]) => [name.toLowerCase(), value]);
      expect(Object.fromEntries(headers)).to.deep.equal({ ...helmetHeaders(secure) });
    });
  }
});
