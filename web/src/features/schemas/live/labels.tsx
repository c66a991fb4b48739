import { texts } from '@tocsin/contract/texts/schemas';
import { type CSSProperties, memo, useMemo, useSyncExternalStore } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { severities } from '../../../ui/severity.ts';
import { useTicking } from '../../../ui/tick.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { boxOfMachine, drawingOfMachine } from '../canvas/geometry/positions.ts';
import type { Box, Machine } from '../canvas/tab.ts';
import { useMachineStatus, usePlantStore } from './feed.tsx';
import { type LabelRequest, layOutLabels, type Measure, type PlacedLabel } from './label-layout.ts';
import css from './labels.module.css';
import { secondLine } from './second-line.ts';
import { severityOf } from './state-look.ts';
import type { Suspects } from './suspects.ts';

/** Measures text in the labels' two fonts. */
const pen = document.createElement('canvas').getContext('2d');
const fonts = {
  bold: '600 13px "Inter Variable", Inter, sans-serif',
  plain: '13px "Inter Variable", Inter, sans-serif',
};
const styleShare = 1.06;
const measure: Measure = (text, isBold) => {
  if (pen === null) return text.length * 8;
  pen.font = isBold ? fonts.bold : fonts.plain;
  // The page's tabular figures and optical sizes are slightly wider than a canvas measures.
  return pen.measureText(text).width * styleShare;
};

const place = ({ x, y, width, height }: Box): CSSProperties => ({ left: x, top: y, width, height });

interface LabelProps {
  readonly machine: Machine;
  readonly label: PlacedLabel;
  readonly zone: string;
  readonly suspects: Suspects;
  /** The name alone, without the ground of an alarm or warning. */
  readonly isPlain: boolean;
}

/** Name, state and value: the state is never shown by colour alone. */
const Label = memo(({ machine, label, zone, suspects, isPlain }: LabelProps) => {
  const status = useMachineStatus(machine.id);
  const own = suspects.get(machine.id);
  // The remaining time of a shelf and an age change with the clock.
  const line = useTicking(() => secondLine(machine.name, status, own, zone));
  const { state } = status;
  const isUrgent = !isPlain && (state === 'alarm' || state === 'warning');
  return (
    <span
      className={`${css.label} ${css[label.form]} ${isUrgent ? css[state] : ''}`}
      style={place(label)}
      data-label={machine.id}
    >
      {isUrgent && <Icon name={severities[severityOf[state]].icon} size={18} />}
      <Stack as="span" grows className={css.words}>
        <b>{machine.name}</b>
        {label.form !== 'name' && <span>{line}</span>}
      </Stack>
    </span>
  );
});

interface Props {
  readonly machines: readonly Machine[];
  readonly zone: string;
  readonly suspects: Suspects;
  readonly zoom: number;
  /** Machines that a callout names. */
  readonly calledOut: ReadonlySet<string>;
  readonly bounds: Box;
  readonly view: Box;
  readonly obstacles: readonly Box[];
  readonly pipes: readonly Box[];
}

const spotOf = (machine: Machine): LabelRequest['spot'] => {
  const drawing = drawingOfMachine(machine);
  if (drawing.label === undefined) return undefined;
  const { x, y, beside } = drawing.label;
  // A mirrored machine has no known place beside its casing, so the layout finds one.
  if (machine.flip && beside) return undefined;
  const along = machine.flip ? drawing.width - x : x;
  const edge = beside ? 'left' : y < 0 ? 'bottom' : undefined;
  return { x: machine.x + along * machine.scale, y: machine.y + y * machine.scale, edge };
};

/** The labels of all machines; laid out again when the zoom rests or a machine's state changes. */
export const Labels = memo(({ machines, zone, suspects, zoom, calledOut, bounds, view, obstacles, pipes }: Props) => {
  const store = usePlantStore();
  // On a phone the words of an alarm would lie across the drawing; the list below has them.
  const isPhone = usePhone();
  const version = useSyncExternalStore(store.subscribe, store.statusVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes with the store's content.
  const layout = useMemo(() => {
    const requests = machines
      .filter((machine) => !calledOut.has(machine.id))
      .map((machine): LabelRequest => {
        const status = store.status(machine.id);
        const isUrgent = status.state === 'alarm' || status.state === 'warning';
        return {
          id: machine.id,
          box: boxOfMachine(machine),
          name: machine.name,
          isWord: status.isWord,
          reading: isUrgent && isPhone ? '' : secondLine(machine.name, status, suspects.get(machine.id), zone),
          isUrgent,
          spot: spotOf(machine),
        };
      });
    return layOutLabels(requests, { zoom, bounds, view, obstacles, pipes, groupText: texts.crowd, measure });
  }, [machines, zone, suspects, zoom, calledOut, bounds, view, obstacles, pipes, store, version, isPhone]);
  const byId = useMemo(() => new Map(machines.map((machine) => [machine.id, machine])), [machines]);
  return (
    <Text as="div" position="absolute" zIndex={2} top={0} left={0} className={css.labels} aria-hidden="true">
      {layout.labels.map((label) => {
        const machine = byId.get(label.id);
        return (
          machine && (
            <Label key={label.id} machine={machine} label={label} zone={zone} suspects={suspects} isPlain={isPhone} />
          )
        );
      })}
      {layout.groups.map((group) => (
        <span key={group.id} className={`${css.label} ${css.name}`} style={place(group)} data-group-label="">
          <b>{group.text}</b>
        </span>
      ))}
    </Text>
  );
});
