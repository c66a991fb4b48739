import { useEffect, useRef, useState } from 'react';
import { say } from '../../../kit/toast.tsx';
import { documentOf, named } from '../canvas/wire.ts';
import { dropDraft, type KeptDraft, readDraft, writeDraft } from './draft.ts';
import type { Editor } from './model/editor.ts';
import { editorTexts as texts } from './texts.ts';

const afterMs = 400;

interface Offer {
  /** A draft of an earlier visit, until it is restored or discarded. */
  readonly offered: KeptDraft | null;
  readonly settle: () => void;
}

/** Keeps what is not saved, and offers what an earlier visit left. Nothing is overwritten while the offer stands. */
export function useDraft(editor: Editor, key: string, version: number | null, schemaName: string | null): Offer {
  const [offered, setOffered] = useState<KeptDraft | null>(() => readDraft(key));
  const told = useRef(false);
  const keptAs = useRef(key);
  const isOpen = offered !== null;
  useEffect(() => {
    if (isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      const { isDirty, tab } = editor.snapshot();
      if (!isDirty) {
        dropDraft(key);
        return;
      }
      const kept = writeDraft(key, { at: Date.now(), version, schemaName, document: documentOf(named(tab)) });
      if (kept || told.current) return;
      told.current = true;
      say('warning', texts.draftNotKept);
    };
    // A first save has given the drawing another key: what is not saved of it moves along.
    if (keptAs.current !== key) {
      dropDraft(keptAs.current);
      keptAs.current = key;
      if (editor.snapshot().isDirty) timer = setTimeout(write, afterMs);
    }
    let last = editor.snapshot().tab;
    const leave = editor.subscribe(() => {
      const { tab } = editor.snapshot();
      if (tab === last && editor.snapshot().isDirty) return;
      last = tab;
      timer ??= setTimeout(write, afterMs);
    });
    const now = (): void => {
      if (timer !== undefined) write();
    };
    window.addEventListener('pagehide', now);
    return () => {
      now();
      leave();
      window.removeEventListener('pagehide', now);
    };
  }, [editor, key, version, schemaName, isOpen]);
  return {
    offered,
    settle: () => {
      dropDraft(key);
      setOffered(null);
    },
  };
}
