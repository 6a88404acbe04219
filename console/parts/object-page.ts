/** Common parts of an object's pages: the object, their heading and head. */
import { consoleApi, nothing, Page, plainText, type TemplateResult } from '../core/index.js';
import { objectHead, objectPath, type ObjectTab, objectUri } from './object-head.js';

/** The name of an object, if it is loaded. */
export interface NamedObject {
  readonly label?: string | null;
  readonly type?: string | null;
}

export abstract class ObjectPage extends Page {
  /** The name of the displayed part; the object's name follows it. */
  protected abstract get pageTitle(): string;
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

  /** The path of the object, both below the node's base and below the console. */
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
