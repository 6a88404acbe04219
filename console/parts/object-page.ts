/** What the pages of an object share: whose they are, their heading and head. */
import { consoleApi, nothing, Page, plainText, type TemplateResult } from '../core/index.js';
import { objectHead, objectPath, type ObjectTab, objectUri } from './object-head.js';

/** What an object is called, as far as it is known. */
export interface NamedObject {
  readonly label?: string | null;
  readonly type?: string | null;
}

export abstract class ObjectPage extends Page {
  /** Of the part that the page shows; the object's name follows it. */
  protected abstract readonly pageTitle: string;
  protected abstract readonly tab: ObjectTab;

  protected get objectId(): string {
    return this.route.params['id'] ?? '';
  }

  protected get uri(): string {
    return objectUri(this.objectId);
  }

  protected get named(): NamedObject | undefined {
    return undefined;
  }

  /** The path of the object, of the node and below the console. */
  protected get path(): string {
    return objectPath(this.objectId);
  }

  /** An address of `/internal` about the object. */
  protected api(below: string): string {
    return consoleApi(`/objects/${encodeURIComponent(this.objectId)}${below}`);
  }

  override get heading(): string {
    return `${this.pageTitle}: ${plainText(this.named?.label ?? this.objectId, 60)}`;
  }

  protected head(more: unknown = nothing): TemplateResult {
    const { label = null, type = null } = this.named ?? {};
    return objectHead({ id: this.objectId, label, type, tab: this.tab, more });
  }
}
