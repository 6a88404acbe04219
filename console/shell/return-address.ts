/** The response of an identity provider, which is removed from the address bar before anything else happens. */
import { rootPath } from '../core/index.js';

function take(): URLSearchParams | undefined {
  if (location.pathname !== `${rootPath}login/return`) return undefined;
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname);
  return answer.size === 0 ? undefined : answer;
}

/** Undefined without a provider's response. */
export const providerAnswer = take();
