/** The node itself, who is signed in, and what changes. */

/** `GET /console/config.json`: what the console knows before anyone signs in. */
export interface ConsoleConfig {
  readonly base: string;
  readonly version: string;
  readonly namespaces: { readonly api: string; readonly cargo: string; readonly codeLists: string };
  /** Whether the development identity provider runs. */
  readonly devIdp: boolean;
  readonly login: readonly LoginProvider[];
}

/** An identity provider of `CONSOLE_LOGIN`. */
export interface LoginProvider {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly audience?: string;
}

/** `GET /internal/me`: who the caller is for this node. */
export interface Me {
  readonly agent: string;
  readonly label: string | null;
  readonly internal: boolean;
  readonly issuer: string;
  readonly expiresAt: string | null;
  readonly dataHolder: string;
  readonly apiVersions: readonly string[];
  readonly validation: 'strict' | 'lenient';
  readonly eventPosting: 'acl' | 'any';
  readonly autoAccept: 'none' | 'holder' | 'all';
}

/** `GET /internal/stream`, Server-Sent Events: `event: changed`, the id is the commit's sequence. */
export interface StreamChange {
  readonly kind: 'object' | 'event' | 'request' | 'access' | 'delivery' | 'notification';
  readonly uri: string;
  readonly object?: string;
  readonly status?: string;
}

/** `GET /internal/status` */
export interface StatusAnswer {
  readonly version: string;
  readonly startedAt: string;
  /** The settings of this node, without secrets. */
  readonly settings: Readonly<Record<string, string>>;
  readonly issuers: readonly {
    readonly issuer: string;
    readonly keysAt: string | null;
    readonly lastError: string | null;
  }[];
  readonly ownToken: { readonly ok: boolean; readonly lastError: string | null };
  readonly analytics: { readonly warm: boolean; readonly statements: number | null; readonly lastError: string | null };
}
