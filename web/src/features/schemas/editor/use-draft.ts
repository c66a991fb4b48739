import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../ui/toast.tsx';
import { documentOf, named } from '../canvas/tab-document.ts';
import { dropDraft, findDraft, type OfferedDraft, writeDraft } from './draft.ts';
import type { Editor } from './model/editor.ts';

const afterMs = 400;

interface Offer {
  /** The draft of an earlier visit, until it is restored or discarded. */
  readonly offered: OfferedDraft | null;
  readonly close: () => void;
}

/**
 * Stores unsaved changes, and offers those of an earlier visit. While a draft of the same tab is offered, nothing is
 * stored. A new drawing is offered the newest drawing that was never saved (`newPrefix`), until it is saved itself.
 */
export function useDraft(
  editor: Editor,
  key: string,
  newPrefix: string | null,
  version: number | null,
  schemaName: string | null,
): Offer {
  const [offered, setOffered] = useState(() => findDraft(newPrefix ?? key, newPrefix !== null));
  const wasReported = useRef(false);
  const storedKey = useRef(key);
  const isOpen = offered?.key === key;
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
      const isStored = writeDraft(key, { at: Date.now(), version, schemaName, document: documentOf(named(tab)) });
      if (isStored || wasReported.current) return;
      wasReported.current = true;
      showToast('warning', texts.draftNotKept);
    };
    // The first save changes the drawing's key: the draft moves to the new key.
    if (storedKey.current !== key) {
      dropDraft(storedKey.current);
      storedKey.current = key;
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
    offered: isOpen || newPrefix !== null ? offered : null,
    close: () => {
      if (offered !== null) dropDraft(offered.key);
      setOffered(null);
    },
  };
}
