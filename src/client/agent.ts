/** The agent that a token names, read without verifying it: the server does that. */
export function agentOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== 'object' || claims === null || !('logistics_agent_uri' in claims)) return undefined;
    return typeof claims.logistics_agent_uri === 'string' ? claims.logistics_agent_uri : undefined;
  } catch {
    return undefined;
  }
}
