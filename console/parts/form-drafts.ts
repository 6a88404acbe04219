/** The draft of a form at the node: saved two seconds after a change, whichever desk it is continued at (K14). */
import { ask, connection, consoleApi, Failure, timeText } from '../core/index.js';
import type { FormObject } from '../forms/values.js';
import { formsTexts as t } from '../texts/forms.js';

const WAIT_MS = 2000;

interface DraftContent {
  readonly form: string;
  readonly title: string;
  readonly values: FormObject;
  /** The object whose copy it is: it goes with it when that is erased. */
  readonly copyOf?: string | undefined;
}

/** A draft or a template as the node answers it. */
export interface StoredForm {
  readonly kind: 'draft' | 'template';
  readonly form: string;
  readonly title: string;
  readonly values: unknown;
  readonly copyOf: string | null;
}

export class FormDraft {
  #id: string | undefined;
  #etag: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: DraftContent | undefined;
  #saved: DraftContent | undefined;
  #savedAt: Date | undefined;
  #state: 'idle' | 'saving' | 'failed' | 'conflict' | 'ended' = 'idle';

  /** @param update called when its state changes. @param created called with the id of a new draft. */
  constructor(
    private readonly update: () => void,
    private readonly created: (id: string) => void,
  ) {}

  get id(): string | undefined {
    return this.#id;
  }

  /** Whether what was typed is nowhere else (K21). */
  get isUnsaved(): boolean {
    return this.#latest !== undefined && this.#latest !== this.#saved && this.#state !== 'ended';
  }

  /** Goes on with a draft. @returns what was typed; undefined if there is none. */
  async open(id: string, signal: AbortSignal): Promise<StoredForm> {
    const { text, headers } = await ask(consoleApi(`/drafts/${encodeURIComponent(id)}`), { signal });
    // The node and the console have the same release.
    const stored = JSON.parse(text) as StoredForm;
    if (stored.kind === 'draft') {
      this.#id = id;
      this.#etag = headers.get('etag');
    }
    return stored;
  }

  /** The form has changed. */
  changed(content: DraftContent): void {
    this.#latest = content;
    if (this.#state === 'conflict' || this.#state === 'ended') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), WAIT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    // What was typed last is saved although the page closes.
    if (this.isUnsaved && this.#state !== 'conflict') void this.#save();
  }

  async #save(): Promise<void> {
    const content = this.#latest;
    if (content === undefined || content === this.#saved || !connection.isOnline) return;
    if (this.#state === 'saving') {
      this.#timer = setTimeout(() => void this.#save(), WAIT_MS);
      return;
    }
    this.#state = 'saving';
    const isNew = this.#id === undefined;
    const path = consoleApi(isNew ? '/drafts' : `/drafts/${encodeURIComponent(this.#id ?? '')}`);
    try {
      const { headers } = await ask(path, {
        method: isNew ? 'POST' : 'PUT',
        headers: {
          'Content-Type': 'application/json',
          ...(!isNew && this.#etag !== null && { 'If-Match': this.#etag }),
        },
        body: JSON.stringify({
          ...{ kind: 'draft', visibility: 'own', ...content, title: content.title.slice(0, 200) },
          // The node keeps it: who must not read the object any more still goes on with the draft.
          ...(!isNew && { copyOf: undefined }),
        }),
      });
      const id = headers.get('location')?.replace(/^.*\//, '');
      this.#etag = headers.get('etag') ?? (await this.#etagOf(id ?? this.#id));
      this.#saved = content;
      this.#savedAt = new Date();
      this.#state = 'idle';
      if (isNew && id !== undefined) {
        this.#id = decodeURIComponent(id);
        this.created(this.#id);
      }
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      this.#state = thrown.status === 412 || thrown.status === 404 ? 'conflict' : 'failed';
    }
    this.update();
  }

  async #etagOf(id: string | undefined): Promise<string | null> {
    if (id === undefined) return null;
    return (await ask(consoleApi(`/drafts/${id}`))).headers.get('etag');
  }

  /** The form was sent, or is given up: the draft ends (K15). */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#state = 'ended';
    const id = this.#id;
    if (id === undefined) return;
    try {
      await ask(consoleApi(`/drafts/${encodeURIComponent(id)}`), { method: 'DELETE' });
    } catch (thrown) {
      // It ends by itself after its days.
      if (!(thrown instanceof Failure)) throw thrown;
    }
  }

  /** "Draft saved 14:05"; empty while something is not saved. */
  get words(): string {
    if (this.#state === 'conflict') return t.draftConflict;
    if (this.#state === 'failed') return t.draftFailed;
    // What was typed since is not saved yet.
    return this.#savedAt === undefined || this.isUnsaved ? '' : t.draftSaved(timeText(this.#savedAt));
  }
}

/** Keeps a form as a template (K16). @throws Failure */
export async function saveTemplate(content: DraftContent, visibility: 'own' | 'internal'): Promise<void> {
  await ask(consoleApi('/drafts'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'template', visibility, ...content }),
  });
}
