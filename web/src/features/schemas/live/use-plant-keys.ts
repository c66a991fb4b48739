import { texts } from '@tocsin/contract/texts/schemas';
import { type RefObject, useEffect } from 'react';
import { hasLetterKeys, usePageKeys } from '../../../ui/page-keys.ts';
import { usePlantStore } from './feed.tsx';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null;

interface Commands {
  readonly showNext: () => void;
  readonly fit: () => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Key bindings, except in fields: N next machine that is not normal, 0 whole plant, / find a machine. */
export function usePlantKeys({ showNext, fit, field }: Commands): void {
  usePageKeys(texts.liveKeys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isWriting(event.target)) return;
      if (!hasLetterKeys()) return;
      if (event.key === 'n' || event.key === 'N') showNext();
      else if (event.key === '0') fit();
      else if (event.key === '/' && field.current !== null) field.current.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [showNext, fit, field]);
}

/** Returns a callback that shows the next machine that is not normal, worst first, starting over after the last. */
export function useNext(show: (machineId: string) => void, last: RefObject<string | null>): () => void {
  const store = usePlantStore();
  return () => {
    const ids = store.notNormal();
    const next = ids[(ids.indexOf(last.current ?? '') + 1) % Math.max(1, ids.length)];
    if (next === undefined) return;
    last.current = next;
    show(next);
  };
}
