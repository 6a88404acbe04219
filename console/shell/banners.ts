/** Banners: the connection to the node is lost, or the token expires soon. */
import { button, connection, html, nothing, session, timeText } from '../core/index.js';
import { shellTexts as t } from '../texts/shell.js';

export function connectionMark(): unknown {
  return html`<span class="connection ${connection.isOnline ? 'good' : 'bad'}" role="status"
    ><span aria-hidden="true" class="dot"></span
    ><span class="connection-text">${connection.isOnline ? t.online : t.offline}</span></span
  >`;
}

/** @param expiresSoon whether the token ends within a minute. */
export function banners(expiresSoon: boolean): unknown {
  const { isOnline, lastAnswer } = connection;
  return html`${
    isOnline
      ? nothing
      : html`<p class="banner" role="alert">
          ${lastAnswer === undefined ? t.offlineNever : t.offlineSince(timeText(lastAnswer, true))}
        </p>`
  }${
    expiresSoon && !session.isExpired
      ? html`<p class="banner" role="alert">
          ${t.expiresSoon}
          ${button(t.renew, () => {
            session.expire(session.token);
          })}
        </p>`
      : nothing
  }`;
}
