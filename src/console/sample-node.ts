/** The node and the parties of the example exchange, as it calls them. */
import type { Body } from './sample-payloads.js';

export interface SampleReply {
  readonly status: number;
  readonly location: string | null;
  /** The body as JSON; undefined for any other. */
  readonly body: unknown;
}

/** One party that calls the node. */
export interface SampleParty {
  /** @param address a path below the base, or a URI of the node. @param body JSON-LD, or the text of a Cargo-XML message. */
  send(method: string, address: string, body?: Body | string): Promise<SampleReply>;
}

/** The server of a partner that answers 503 to the first notifications of an update. */
export interface SampleServer {
  /** The partner: an agent at this server. */
  readonly agent: string;
  /** Resolves after this number of confirmed notifications of updates. */
  hasReceived(updates: number): Promise<void>;
}

/** A Cargo-XML message, and the name of its file. */
export interface SampleMessage {
  readonly name: string;
  readonly xml: string;
}

export interface SampleNode {
  /** `{base_url}` */
  readonly base: string;
  /** Undefined if no server can run, as in a browser: the example then lacks the partner that is notified late. */
  readonly server?: SampleServer | undefined;
  /** Undefined if no files can be read, as in a browser: the example then has no messages. */
  readonly messages?: readonly SampleMessage[] | undefined;
  /**
   * A party with a token of the development identity provider.
   *
   * @param client `holder`, or the name of a partner.
   * @param agent another agent than that of the client.
   */
  party(client: string, agent?: string): Promise<SampleParty>;
}

/** A step of the example that the node has refused. */
export class SampleError extends Error {
  override readonly name = 'SampleError';
}
