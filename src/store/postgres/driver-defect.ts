/**
 * The driver postgres.js (3.4.9) sends small messages in a `setImmediate`. Where the connection closes before, it writes to
 * null, and throws where no caller can catch it (its issues 1066, 1154 and 1208). Only that connection is lost: its query
 * gets no answer, for which `AnswerWatch` has a time limit, after which `Database` connects again.
 */

/** Whether an uncaught error is that one, and the process can go on. */
export function isWriteToClosedConnection(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  const [, top = ''] = (error.stack ?? '').split('\n');
  return /\bnextWrite\b.*[\\/]node_modules[\\/]postgres[\\/]/.test(top);
}
