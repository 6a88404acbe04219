/** What the rows of messages share: a waybill of its own for each, and what the node has made of it. */
import { send, waybillValues } from '../messages/node.js';
import { required, type Values } from '../messages/support.js';
import type { MessageReport } from '../../src/messages/schemas.js';
import { type Json, list, member } from '../support/node.js';
import type { TestContext } from '../support/world.js';

export const C = 'MasterConsignment';
export const LINE = `${C}/ApplicableRating/IncludedMasterConsignmentItem`;
export const STATUS = `${C}/ReportedStatus/AssociatedStatusConsignment`;
export const FLIGHT = `${STATUS}/SpecifiedLogisticsTransportMovement`;
export const ISSUED = 'MessageHeaderDocument/IssueDateTime';

let numbers = 0;

/** A waybill that no other row has, and messages about it. */
export class Waybill {
  readonly id: string;
  readonly awb: string;

  constructor(private readonly world: TestContext) {
    numbers += 1;
    const serial = String(70_000_000 + numbers * 11);
    this.id = `awb-125-${serial}`;
    this.awb = `125-${serial}`;
  }

  xfwb(values: Values = {}, query = ''): Promise<MessageReport> {
    return send(
      this.world.holder,
      'XFWB',
      { ...waybillValues, 'BusinessHeaderDocument/ID': this.awb, ...values },
      query,
    );
  }

  xfsu(values: Values = {}, query = ''): Promise<MessageReport> {
    const about = { 'MasterConsignment/TransportContractDocument/ID': this.awb };
    return send(this.world.holder, 'XFSU', { ...required.XFSU, ...about, ...values }, query);
  }

  /**
   * What the node has at the end of properties, from an object of the waybill; IRIs by their last part.
   *
   * @param of the end of its id, such as `-shipment`; or its whole path.
   */
  async at(properties: string, of = ''): Promise<string[]> {
    const path = of.includes('/') ? this.world.path(of) : `/logistics-objects/${this.id}${of}`;
    let nodes: Json[] = [await this.world.read(path)];
    for (const name of properties.split('/')) {
      const whole = await Promise.all(nodes.map((node) => this.#whole(node)));
      nodes = whole.flatMap((node) => list(member(node, `cargo:${name}`)));
    }
    return nodes.map((node) => textOf(node).replace(/^(?:https?:.*[#/]|cargo:)/, '')).toSorted();
  }

  /** An object of this node in place of a link to it. */
  async #whole(node: Json): Promise<Json> {
    if (typeof node !== 'object' || node === null) return node;
    const id = textOf(node);
    const isLink = Object.keys(node).every((key) => key === '@id' || key === '@type');
    return isLink && id.startsWith(this.world.uri('/logistics-objects/')) ? this.world.read(this.world.path(id)) : node;
  }
}

function textOf(node: Json): string {
  const value = member(node, '@value') ?? member(node, '@id') ?? node;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `reason element value expected` of what was left out. */
export const leftOut = ({ unmapped }: MessageReport): string[] =>
  unmapped.map(({ reason, path, value, expected }) =>
    [reason, path.slice(path.lastIndexOf('/') + 1), value, ...(expected === undefined ? [] : [expected])].join(' '),
  );

/** `reason value` of the notes, but for mandatory elements that the short messages of tests lack. */
export const noted = ({ notes }: MessageReport): string[] =>
  notes.filter(({ reason }) => reason !== 'missing').map(({ reason, value = '' }) => `${reason} ${value}`.trim());
