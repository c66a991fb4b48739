import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import type { NodeProps } from '@xyflow/react';
import { type CSSProperties, memo, type PointerEvent as ReactPointerEvent } from 'react';
import { angleTo, type Handle, resizeRotated } from '../../canvas/geometry/rotate.ts';
import { ShapeView } from '../../canvas/shape-view.tsx';
import type { Shape } from '../../canvas/tab.ts';
import { useDrag } from '../gestures/use-drag.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import type { ShapeNodeType } from './nodes.ts';
import css from './surface.module.css';

const all: readonly Handle[] = ([-1, 0, 1] as const).flatMap((across) =>
  ([-1, 0, 1] as const).map((down) => ({ across, down })),
);
const handles = all.filter((handle) => handle.across !== 0 || handle.down !== 0);
/** Lines resize horizontally only. */
const ends = handles.filter((handle) => handle.down === 0);

const placeOf = ({ across, down }: Handle): CSSProperties => ({
  left: `${50 + across * 50}%`,
  top: `${50 + down * 50}%`,
});

type Subject = { readonly shape: Shape; readonly handle: Handle | 'turn' };

const Handles = ({ shape }: { readonly shape: Shape }) => {
  const editor = useEditor();
  const drag = useDrag<Subject>((effect, event) => {
    if (effect.kind === 'cancelled') editor.previewAction(null);
    if (effect.kind !== 'preview' && effect.kind !== 'commit') return;
    const { subject, from, to } = effect;
    const { handle } = subject;
    const next =
      handle === 'turn'
        ? { ...subject.shape, angle: angleTo(subject.shape, to, event?.shiftKey ? 15 : 1) }
        : resizeRotated(subject.shape, handle, to.x - from.x, to.y - from.y, documentLimits.leastShape);
    editor.previewAction({ kind: 'reshape', id: shape.id, box: next, angle: next.angle });
    if (effect.kind === 'commit') editor.commitPreview();
  });
  return (
    <>
      <span className={css.shapeFrame} />
      {(shape.shape === 'line' ? ends : handles).map((handle) => (
        <button
          key={`${handle.across} ${handle.down}`}
          type="button"
          tabIndex={-1}
          className={`${css.handle} nodrag`}
          style={placeOf(handle)}
          data-handle={`${handle.across},${handle.down}`}
          aria-label={texts.resize}
          onPointerDown={(event: ReactPointerEvent) => drag(event, { shape, handle })}
        />
      ))}
      <button
        type="button"
        className={`${css.turn} nodrag`}
        aria-label={texts.rotate}
        title={texts.rotateHint}
        onPointerDown={(event: ReactPointerEvent) => drag(event, { shape, handle: 'turn' })}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const angle = shape.angle + by * (event.shiftKey ? 15 : 1);
          editor.act({ kind: 'reshape', id: shape.id, box: shape, angle });
        }}
      />
    </>
  );
};

export const ShapeNode = memo(({ data, selected }: NodeProps<ShapeNodeType>) => {
  const editor = useEditor();
  const isAlone = useEdited((state) => selected && state.selection.size === 1);
  const { shape } = data;
  return (
    <div className={css.shapeBox} style={shape.angle === 0 ? {} : { transform: `rotate(${shape.angle}deg)` }}>
      <button
        type="button"
        className={css.grab}
        aria-label={texts.shapeNames[shape.shape]}
        aria-pressed={selected}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.shiftKey) editor.toggle(shape.id);
          else editor.select([shape.id]);
        }}
      />
      <ShapeView shape={shape} />
      {selected && !isAlone && <span className={css.shapeFrame} />}
      {isAlone && <Handles shape={shape} />}
    </div>
  );
});
