import { documentLimits } from '@tocsin/contract/schema-document';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import type { NodeProps } from '@xyflow/react';
import { memo, type PointerEvent as ReactPointerEvent } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { anchorPositions, boxOfMachine, drawingOfMachine, sensorPositions } from '../../canvas/geometry/positions.ts';
import { scaleTo } from '../../canvas/geometry/rotate.ts';
import { MachineImage } from '../../canvas/machine-image.tsx';
import type { Machine } from '../../canvas/tab.ts';
import { useDrag } from '../gestures/use-drag.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { Anchors } from './anchors.tsx';
import type { MachineNodeType } from './nodes.ts';
import css from './surface.module.css';

/** Sensor points: numbered, filled if bound, ringed while one is being chosen. */
const Points = ({ machine }: { readonly machine: Machine }) => {
  const editor = useEditor();
  const choosing = useEdited((state) => state.choosing);
  return sensorPositions(machine).map((point, i) => {
    const isSet = machine.bindings.some((binding) => binding.point === point.id);
    return (
      <button
        key={point.id}
        type="button"
        className={`${css.point} ${isSet ? css.set : ''} ${choosing === point.id ? css.chosen : ''} nodrag`}
        style={{ left: point.x - machine.x, top: point.y - machine.y }}
        title={point.name}
        aria-label={`${texts.sensorPoint} ${i + 1}, ${point.name}`}
        aria-pressed={choosing === point.id}
        onClick={() => editor.choose(point.id)}
      >
        {i + 1}
      </button>
    );
  });
};

/** Frame, handle and buttons of a single selected element. */
const Handles = ({ machine }: { readonly machine: Machine }) => {
  const editor = useEditor();
  const box = boxOfMachine(machine);
  const resize = useDrag<Machine>((effect) => {
    if (effect.kind === 'cancelled') editor.previewAction(null);
    if (effect.kind !== 'preview' && effect.kind !== 'commit') return;
    const { subject, from, to } = effect;
    const { leastScale, maxScale } = documentLimits;
    const start = boxOfMachine(subject);
    const scale = scaleTo(start, subject.scale, to.x - from.x, to.y - from.y, leastScale, maxScale);
    editor.previewAction({ kind: 'scale', id: subject.id, scale });
    if (effect.kind === 'commit') editor.commitPreview();
  });
  const ids = [machine.id];
  return (
    <>
      <span className={css.frame} />
      <button
        type="button"
        className={`${css.handle} ${css.corner} nodrag`}
        aria-label={texts.resize}
        title={texts.resize}
        onPointerDown={(event: ReactPointerEvent) => resize(event, machine)}
        onKeyDown={(event) => {
          const by = { ArrowUp: 0.95, ArrowLeft: 0.95, ArrowDown: 1.05, ArrowRight: 1.05 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          editor.act({ kind: 'scale', id: machine.id, scale: Math.round(machine.scale * by * 1000) / 1000 });
        }}
      />
      <span className={`${css.bar} nodrag`} role="toolbar" aria-label={machine.name}>
        <IconButton icon="flip" label={texts.flip} size={16} onClick={() => editor.act({ kind: 'flip', ids })} />
        <IconButton icon="copy" label={texts.duplicate} size={16} onClick={() => editor.duplicate()} />
        <IconButton icon="trash" label={texts.remove} size={16} onClick={() => editor.remove()} />
      </span>
      <span className={css.size}>
        {Math.round(box.width)} × {Math.round(box.height)}
      </span>
    </>
  );
};

export const MachineNode = memo(({ data, selected }: NodeProps<MachineNodeType>) => {
  const editor = useEditor();
  const isAlone = useEdited((state) => selected && state.selection.size === 1);
  const showsAnchors = useEdited((state) => selected || state.tool === 'connector' || state.connecting !== null);
  const { machine } = data;
  const drawing = drawingOfMachine(machine);
  const { label } = drawing;
  return (
    <div className={css.machine}>
      <button
        type="button"
        className={css.grab}
        aria-label={machine.name}
        aria-pressed={selected}
        data-machine={machine.id}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.shiftKey) editor.toggle(machine.id);
          else editor.select([machine.id]);
        }}
      />
      <MachineImage {...machine} scale={machine.scale} />
      <span
        className={`${css.namePlace} ${label === undefined ? css.nameBelow : label.beside ? css.nameBeside : ''}`}
        style={
          label && {
            left: (machine.flip ? drawing.width - label.x : label.x) * machine.scale,
            top: label.y * machine.scale,
          }
        }
      >
        <span className={css.name}>{machine.name}</span>
      </span>
      {!isAlone && selected && <span className={css.frame} />}
      {isAlone && <Handles machine={machine} />}
      {showsAnchors && <Anchors machine={machine} anchors={anchorPositions(machine)} />}
      {isAlone && <Points machine={machine} />}
    </div>
  );
});
