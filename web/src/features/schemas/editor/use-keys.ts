import { useEffect } from 'react';
import { hasLetterKeys } from '../../../ui/page-keys.ts';
import { clipboardText, elementsOfText } from './model/clipboard.ts';
import type { Editor, Tool } from './model/editor.ts';

const toolKeys: Readonly<Record<string, Tool>> = {
  v: 'select',
  c: 'connector',
  l: 'line',
  r: 'rectangle',
  o: 'circle',
  a: 'default',
  t: 'text',
};
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const bigStep = 8;

/** Whether a key press belongs to a field or a dialog. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], .ant-modal') !== null;

/** Handles keys with Ctrl or Command; returns whether the key was one of them. */
function command(editor: Editor, event: KeyboardEvent, save: () => void): boolean {
  switch (event.key.toLowerCase()) {
    case 'z':
      if (event.shiftKey) editor.redo();
      else editor.undo();
      return true;
    case 'y':
      editor.redo();
      return true;
    case 'a':
      editor.selectAll();
      return true;
    case 'd':
      editor.duplicate();
      return true;
    case 's':
      save();
      return true;
    default:
      return false;
  }
}

function plain(editor: Editor, event: KeyboardEvent): boolean {
  const { selection } = editor.snapshot();
  const arrow = arrows[event.key];
  if (arrow !== undefined) {
    if (selection.size === 0) return false;
    const by = event.shiftKey ? bigStep : 1;
    editor.nudge({ x: arrow[0] * by, y: arrow[1] * by });
    return true;
  }
  const ids = [...selection];
  if (event.key.length === 1 && !hasLetterKeys()) return false;
  switch (event.key) {
    case 'Delete':
    case 'Backspace':
      editor.remove();
      return true;
    case 'Escape':
      editor.escape();
      return true;
    case '[':
    case ']':
      if (ids.length > 0) editor.act({ kind: 'order', ids, to: event.key === '[' ? 'back' : 'front' });
      return true;
    case 'f':
    case 'F':
      if (ids.length > 0) editor.act({ kind: 'flip', ids });
      return true;
    default: {
      const tool = toolKeys[event.key.toLowerCase()];
      if (tool === undefined) return false;
      editor.selectTool(tool);
      return true;
    }
  }
}

/** The editor's key bindings, active everywhere except in fields. */
export const useKeys = (editor: Editor, save: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const ctrl = event.ctrlKey || event.metaKey;
      const isSave = ctrl && event.key.toLowerCase() === 's';
      if ((isWriting(event.target) && !isSave) || event.altKey || event.defaultPrevented) return;
      if (ctrl ? command(editor, event, save) : plain(editor, event)) event.preventDefault();
    };
    const onCopy = (event: ClipboardEvent): void => {
      if (isWriting(event.target)) return;
      const { tab, selection } = editor.snapshot();
      const text = clipboardText(tab, selection);
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      editor.resetPasteOffset();
      if (event.type === 'cut') editor.remove();
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (isWriting(event.target)) return;
      const elements = elementsOfText(event.clipboardData?.getData('text/plain') ?? '');
      if (elements === null) return;
      event.preventDefault();
      editor.paste(elements);
    };
    window.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [editor, save]);
};
