/**
 * CodeMirror for SPARQL: a file of its own, loaded together with an editor. Without a shadow root it would add style
 * elements.
 */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { sparql } from '@codemirror/legacy-modes/mode/sparql';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Suggestions } from './completion.js';

export interface EditorOptions {
  readonly root: ShadowRoot;
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly suggest: (text: string, at: number, isAsked: boolean) => Suggestions | undefined;
  readonly onText: (text: string) => void;
  readonly onRun: () => void;
}

/** The position of an error, from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export interface Editor {
  readonly text: string;
  setText(text: string): void;
  mark(place: TextPosition | undefined): void;
  go(place: TextPosition): void;
  focus(): void;
  destroy(): void;
}

const setMark = StateEffect.define<TextPosition | undefined>();
const faultMark = Decoration.mark({ class: 'cm-fault', attributes: { 'aria-invalid': 'true' } });
const faultLine = Decoration.line({ class: 'cm-fault-line' });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, { changes, effects, state }) {
    let next = value.map(changes);
    for (const effect of effects) if (effect.is(setMark)) next = decorations(state, effect.value);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function offsetOf({ doc }: EditorState, { line, column }: TextPosition): number {
  const found = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

function decorations(state: EditorState, place: TextPosition | undefined): DecorationSet {
  if (place === undefined) return Decoration.none;
  const at = offsetOf(state, place);
  const line = state.doc.lineAt(at);
  const [word = ''] = /^[\w:?$-]+|^./.exec(line.text.slice(at - line.from)) ?? [];
  const to = Math.min(line.to, at + Math.max(1, word.length));
  const from = at === to ? Math.max(line.from, to - 1) : at;
  return Decoration.set([faultLine.range(line.from), ...(from < to ? [faultMark.range(from, to)] : [])]);
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.special(tags.variableName), tags.variableName], color: 'var(--wait)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.atom, tags.number, tags.bool], color: 'var(--good)' },
  { tag: tags.standard(tags.name), color: 'var(--accent)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', maxBlockSize: '60dvh', minBlockSize: '11rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.8125rem', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)', minBlockSize: '11rem' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--raised)', borderInlineEnd: '1px solid var(--line)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-fault': { textDecoration: 'underline wavy var(--bad) 2px', textUnderlineOffset: '3px' },
  '.cm-fault-line': { backgroundColor: 'var(--bad-soft)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '0.8125rem',
    maxBlockSize: '14rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', background: 'var(--accent)' },
  '.cm-completionMatchedText': { fontWeight: '700', textDecoration: 'none' },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.85' },
});

/** The limit of the completion list. */
const MAX_SUGGESTIONS = 200;

/** Creates an editor. Tab leaves the editor instead of indenting. */
export function createEditor(options: EditorOptions): Editor {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const found = options.suggest(context.state.doc.toString(), context.pos, context.explicit);
    if (found === undefined) return null;
    const all = found.items.map(({ label, detail, kind }): Completion => ({ label, detail, type: kind }));
    return { from: found.from, options: all, validFor: /^[\w:?$.-]*$/ };
  };
  const view = new EditorView({
    root: options.root,
    parent: options.parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              options.onRun();
              return true;
            },
          },
          { key: 'Enter', run: acceptCompletion },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [complete], maxRenderedOptions: MAX_SUGGESTIONS, icons: false }),
        StreamLanguage.define(sparql),
        syntaxHighlighting(colours),
        theme,
        marks,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, 'aria-multiline': 'true' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) options.onText(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    setText: (text) => {
      if (text !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark: (place) => {
      view.dispatch({ effects: setMark.of(place) });
    },
    go: (place) => {
      view.dispatch({ selection: { anchor: offsetOf(view.state, place) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => {
      view.focus();
    },
    destroy: () => {
      view.destroy();
    },
  };
}
