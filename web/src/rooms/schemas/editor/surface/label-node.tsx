import type { NodeProps } from '@xyflow/react';
import { memo, useEffect, useRef, useState } from 'react';
import { LabelView } from '../../canvas/shape-view.tsx';
import { editorTexts as texts } from '../texts.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import type { LabelNodeType } from './nodes.ts';
import css from './surface.module.css';

/** A text on the tab: double click (or Enter) writes, Escape or a click elsewhere ends it. */
export const LabelNode = memo(({ data, selected }: NodeProps<LabelNodeType>) => {
  const editor = useEditor();
  const { label } = data;
  const [writing, setWriting] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isAlone = useEdited((state) => selected && state.selection.size === 1);
  useEffect(() => {
    if (writing) area.current?.select();
  }, [writing]);
  if (writing) {
    return (
      <textarea
        ref={area}
        className={`${css.writing} nodrag nopan nowheel`}
        style={{ fontSize: label.size }}
        value={label.text}
        aria-label={texts.text}
        rows={label.text.split('\n').length}
        cols={Math.max(4, ...label.text.split('\n').map((line) => line.length))}
        onChange={(event) => editor.act({ kind: 'write', id: label.id, text: event.target.value })}
        onBlur={() => setWriting(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') setWriting(false);
        }}
      />
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <div className={css.labelBox} onDoubleClick={() => setWriting(true)}>
      <button
        type="button"
        className={css.grab}
        aria-label={`${texts.text}: ${label.text}`}
        aria-pressed={selected}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.shiftKey) editor.toggle(label.id);
          else if (isAlone) setWriting(true);
          else editor.select([label.id]);
        }}
      />
      <LabelView label={label} />
      {selected && <span className={css.frame} />}
    </div>
  );
});
