import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import type { PointerEvent as ReactPointerEvent } from 'react';
import type { AnchorPosition } from '../../canvas/geometry/positions.ts';
import type { End, Machine } from '../../canvas/tab.ts';
import { useDrag } from '../gestures/use-drag.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import css from './surface.module.css';

/** The anchor under the pointer, of any machine. */
export const anchorAt = (event: { readonly clientX: number; readonly clientY: number }): End | null => {
  const elements = document
    .elementsFromPoint(event.clientX, event.clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.dataset.anchor !== undefined);
  const { anchorOf, anchor } = elements?.dataset ?? {};
  return anchorOf === undefined || anchor === undefined ? null : { machine: anchorOf, anchor };
};

interface Props {
  readonly machine: Machine;
  readonly anchors: readonly AnchorPosition[];
}

/** The anchors of a machine: drag from one to another, or press both in turn, to connect them. */
export const Anchors = ({ machine, anchors }: Props) => {
  const editor = useEditor();
  const from = useEdited((state) => state.connecting?.from);
  const joined = useEdited((state) =>
    state.tab.connectors
      .flatMap(({ from: a, to: b }) => [a, b])
      .filter((end) => end.machine === machine.id)
      .map((end) => end.anchor)
      .join(),
  ).split(',');
  const drag = useDrag<End>((effect, event) => {
    if (effect.kind === 'click') editor.anchor(effect.subject);
    if (effect.kind === 'preview') editor.startConnecting(effect.subject, effect.to);
    if (effect.kind === 'cancelled') editor.stopConnecting();
    if (effect.kind !== 'commit') return;
    const target = event === null ? null : anchorAt(event);
    if (target === null) editor.stopConnecting();
    else editor.join(effect.subject, target);
  });
  return anchors.map((anchor) => {
    const end = { machine: machine.id, anchor: anchor.id };
    const isFrom = from?.machine === machine.id && from.anchor === anchor.id;
    return (
      <button
        key={anchor.id}
        type="button"
        className={`${css.anchor} ${joined.includes(anchor.id) ? css.joined : ''} ${isFrom ? css.from : ''} nodrag nopan`}
        style={{ left: anchor.x - machine.x, top: anchor.y - machine.y }}
        data-anchor={anchor.id}
        data-anchor-of={machine.id}
        aria-label={`${machine.name}, ${texts.anchor} ${anchor.id}`}
        title={texts.anchorHint}
        onPointerDown={(event: ReactPointerEvent) => drag(event, end)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          editor.anchor(end);
        }}
      />
    );
  });
};
