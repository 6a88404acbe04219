/** A request of the kit and its answer. */

export type CallerName = 'holder' | 'partner' | 'stranger' | 'anonymous' | 'token';

/** A request as it was sent, without its token. */
export interface Sent {
  readonly caller: CallerName;
  readonly method: string;
  readonly url: string;
  /** Without Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Reply {
  readonly request: Sent;
  readonly status: number;
  readonly headers: Headers;
  /** At most 4 MB (T16); `truncated` if there was more. */
  readonly text: string;
  readonly truncated: boolean;
}

/** The answer in a few words, as in the line `came`. */
export function describe({ status, headers, text }: Reply): string {
  const type = headers.get('content-type');
  const start = text.replace(/\s+/g, ' ').slice(0, 160);
  return [String(status), type === null ? undefined : `(${type})`, start === '' ? undefined : start]
    .filter((part) => part !== undefined)
    .join(' ');
}
