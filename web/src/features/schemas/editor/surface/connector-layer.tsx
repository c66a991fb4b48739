import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { memo, type PointerEvent as ReactPointerEvent, useMemo } from 'react';
import { inOrder } from '../../../../ui/in-order.ts';
import canvas from '../../canvas/canvas.module.css';
import { ConnectorPath } from '../../canvas/connectors.tsx';
import { anchorPosition } from '../../canvas/geometry/positions.ts';
import { midPoints, type Route, roundedPath, routeOf } from '../../canvas/geometry/route.ts';
import type { Connector, Machine, Point } from '../../canvas/tab.ts';
import { useDrag } from '../gestures/use-drag.ts';
import { useEdited, useEditor } from '../use-editor.tsx';
import { anchorAt } from './anchors.tsx';
import css from './surface.module.css';

type Subject =
  | { readonly kind: 'bend'; readonly via: readonly Point[]; readonly index: number; readonly isNew: boolean }
  | { readonly kind: 'end'; readonly end: 'from' | 'to' };

/** Handles of a connector: bends, midpoints that add bends, and ends that reconnect. */
const Bends = ({ connector, route }: { readonly connector: Connector; readonly route: Route }) => {
  const editor = useEditor();
  const drag = useDrag<Subject>((effect, event) => {
    if (effect.kind === 'cancelled') {
      editor.previewAction(null);
      editor.stopConnecting();
    }
    // A press of a midpoint adds a bend there; its fields in the inspector move it.
    if (effect.kind === 'click' && effect.subject.kind === 'bend' && effect.subject.isNew)
      editor.act({ kind: 'bend', id: connector.id, via: effect.subject.via });
    if (effect.kind !== 'preview' && effect.kind !== 'commit') return;
    const { subject, to } = effect;
    if (subject.kind === 'bend') {
      const via = subject.via.map((point, i) => (i === subject.index ? to : point));
      editor.previewAction({ kind: 'bend', id: connector.id, via });
      if (effect.kind === 'commit') editor.commitPreview();
      return;
    }
    const still = subject.end === 'from' ? connector.to : connector.from;
    if (effect.kind === 'preview') {
      editor.startConnecting(still, to);
      return;
    }
    editor.stopConnecting();
    const target = event === null ? null : anchorAt(event);
    if (target !== null) editor.act({ kind: 'reconnect', id: connector.id, end: subject.end, to: target });
  });
  const inner = route.points.slice(1, -1);
  const remove = (index: number): void =>
    editor.act({ kind: 'bend', id: connector.id, via: inner.filter((_, i) => i !== index) });
  const [first] = route.points;
  const last = route.points.at(-1);
  return (
    <>
      {inOrder(inner, (point, index) => (
        <button
          type="button"
          className={`${css.bend} nodrag nopan`}
          style={{ left: point.x, top: point.y }}
          aria-label={`${texts.bend} ${index + 1}`}
          onPointerDown={(event: ReactPointerEvent) => drag(event, { kind: 'bend', via: inner, index, isNew: false })}
          onDoubleClick={() => remove(index)}
          onKeyDown={(event) => {
            if (event.key !== 'Delete' && event.key !== 'Backspace') return;
            event.stopPropagation();
            remove(index);
          }}
        />
      ))}
      {inOrder(midPoints(route.points), (point, index) => (
        <button
          type="button"
          tabIndex={-1}
          className={`${css.mid} nodrag nopan`}
          style={{ left: point.x, top: point.y }}
          aria-label={texts.addBend}
          onPointerDown={(event: ReactPointerEvent) =>
            drag(event, { kind: 'bend', via: inner.toSpliced(index, 0, point), index, isNew: true })
          }
        />
      ))}
      {(
        [
          ['from', first],
          ['to', last],
        ] as const
      ).map(
        ([end, point]) =>
          point && (
            <button
              key={end}
              type="button"
              tabIndex={-1}
              className={`${css.end} nodrag nopan`}
              style={{ left: point.x, top: point.y }}
              aria-label={texts.reconnect}
              onPointerDown={(event: ReactPointerEvent) => drag(event, { kind: 'end', end })}
            />
          ),
      )}
    </>
  );
};

interface OneProps {
  readonly connector: Connector;
  readonly from: Machine | undefined;
  readonly to: Machine | undefined;
  readonly selected: boolean;
}

/** One connector; re-renders only when it or one of its machines changes. */
const One = memo(({ connector, from, to, selected }: OneProps) => {
  const editor = useEditor();
  const route = useMemo(() => {
    const machines = new Map([from, to].flatMap((machine) => (machine ? [[machine.id, machine] as const] : [])));
    return routeOf(connector, machines);
  }, [connector, from, to]);
  if (route === null || from === undefined || to === undefined) return null;
  const name = texts.connectorName(from.name, to.name);
  return (
    <>
      <svg className={canvas.connectors} data-connector={connector.id}>
        <title>{name}</title>
        {selected && <path className={css.pipeSelected} d={route.d} />}
        <ConnectorPath route={route} />
        {/* biome-ignore lint/a11y/useSemanticElements: a path can't be a button element. */}
        <path
          className={css.pipeHit}
          d={route.d}
          role="button"
          tabIndex={0}
          aria-label={name}
          aria-pressed={selected}
          onPointerDown={(event) => {
            event.stopPropagation();
            if (event.shiftKey) editor.toggle(connector.id);
            else editor.select([connector.id]);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            event.stopPropagation();
            editor.select([connector.id]);
          }}
        />
      </svg>
      {selected && <Bends connector={connector} route={route} />}
    </>
  );
});

/** The connector being drawn from an anchor to the pointer. */
const ConnectorPreview = () => {
  const connecting = useEdited((state) => state.connecting);
  const machines = useEdited((state) => state.shown.machines);
  if (connecting?.to == null) return null;
  const machine = machines.find((one) => one.id === connecting.from.machine);
  const start = machine && anchorPosition(machine, connecting.from.anchor);
  if (start === undefined) return null;
  return (
    <svg className={canvas.connectors} aria-hidden="true">
      <path className={css.growing} d={roundedPath([start, connecting.to])} />
    </svg>
  );
};

export const ConnectorLayer = () => {
  const connectors = useEdited((state) => state.shown.connectors);
  const machines = useEdited((state) => state.shown.machines);
  const selection = useEdited((state) => state.selection);
  const byId = useMemo(() => new Map(machines.map((machine) => [machine.id, machine])), [machines]);
  return (
    <>
      {connectors.map((connector) => (
        <One
          key={connector.id}
          connector={connector}
          from={byId.get(connector.from.machine)}
          to={byId.get(connector.to.machine)}
          selected={selection.has(connector.id)}
        />
      ))}
      <ConnectorPreview />
    </>
  );
};
