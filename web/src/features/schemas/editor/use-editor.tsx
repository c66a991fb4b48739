import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Editor, EditorState } from './model/editor.ts';

const Context = createContext<Editor | null>(null);
export const EditorProvider = Context;

export const useEditor = (): Editor => {
  const editor = useContext(Context);
  if (editor === null) throw new Error('outside of an editor');
  return editor;
};

/** A selected part of the editor's state; re-renders when that part changes. */
export const useEdited = <T,>(part: (state: EditorState) => T): T => {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, () => part(editor.snapshot()));
};
