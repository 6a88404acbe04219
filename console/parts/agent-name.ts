/** The name of an agent in a line of text: its label, its id, or the host of its server. */
import { foreignHost, localName, plainText, session, shared } from '../core/index.js';

export function agentName(uri: string, label: string | null = null): string {
  if (label !== null && label !== '') return plainText(label, 60);
  if (uri === session.me?.dataHolder) return shared.dataHolder;
  const host = foreignHost(uri);
  const id = localName(uri);
  if (host === undefined || host === '') return plainText(id, 60);
  return plainText(id === '_data-holder' || id === '' ? host : `${id} ${shared.at(host)}`, 80);
}
