import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Editor, EditorState } from './model/editor.ts';

const Context = createContext<Editor | null>(null);
export const EditorProvider = Context;

/** The editor of the surrounding `EditorProvider`. */
export const useEditor = (): Editor => {
  const editor = useContext(Context);
  if (editor === null) throw new Error('useEditor must be used inside an EditorProvider');
  return editor;
};

/** A value selected from the editor's state; re-renders when it changes. */
export const useEdited = <T,>(part: (state: EditorState) => T): T => {
  const editor = useEditor();
  return useSyncExternalStore(editor.subscribe, () => part(editor.snapshot()));
};
