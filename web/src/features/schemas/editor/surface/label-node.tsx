import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import type { NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';
import { LabelView } from '../../canvas/shape-view.tsx';
import { useEdited, useEditor } from '../use-editor.tsx';
import type { LabelNodeType } from './nodes.ts';
import css from './surface.module.css';

/** A text on the tab: double-click or Enter starts editing, Escape or a click elsewhere ends it. */
export const LabelNode = memo(({ data, selected }: NodeProps<LabelNodeType>) => {
  const editor = useEditor();
  const { label } = data;
  // The text being edited is local state: through the canvas's nodes it would arrive too late and move the caret.
  const [writing, setWriting] = useState<string | null>(null);
  const isWriting = writing !== null;
  const area = useRef<HTMLTextAreaElement>(null);
  const grab = useRef<HTMLButtonElement>(null);
  const wasEscaped = useRef(false);
  const isAlone = useEdited((state) => selected && state.selection.size === 1);
  useEffect(() => {
    if (isWriting) area.current?.select();
    else if (wasEscaped.current) grab.current?.focus();
    wasEscaped.current = false;
  }, [isWriting]);
  const write = (): void => setWriting(label.text);
  const end = (): void => {
    setWriting(null);
    // An empty text would be invisible.
    if (writing?.trim() === '') editor.act({ kind: 'remove', ids: [label.id] });
  };
  if (writing !== null) {
    return (
      <textarea
        ref={area}
        className={`${css.writing} nodrag nopan nowheel`}
        style={{ fontSize: label.size }}
        value={writing}
        maxLength={documentLimits.labelLength}
        aria-label={texts.text}
        rows={writing.split('\n').length}
        cols={Math.max(4, ...writing.split('\n').map((line) => line.length))}
        onChange={(event) => {
          setWriting(event.target.value);
          editor.act({ kind: 'write', id: label.id, text: event.target.value });
        }}
        onBlur={end}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          wasEscaped.current = true;
          end();
        }}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <div className={css.labelBox} onDoubleClick={write}>
      <button
        ref={grab}
        type="button"
        className={css.grab}
        aria-label={`${texts.text}: ${label.text}`}
        aria-pressed={selected}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.shiftKey) editor.toggle(label.id);
          else if (isAlone) write();
          else editor.select([label.id]);
        }}
      />
      <LabelView label={label} />
      {selected && <span className={css.frame} />}
    </div>
  );
});
