import { Link } from '@tanstack/react-router';
import type { Drawing } from '@tocsin/contract/machines/machine';
import { memo, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { severities } from '../../../kit/severity.ts';
import { useTicking } from '../../../kit/tick.ts';
import { minuteText } from '../../../kit/time.ts';
import { boxOfMachine, drawingOfMachine } from '../canvas/geometry/place.ts';
import { MachineImage } from '../canvas/machine-image.tsx';
import type { Machine } from '../canvas/tab.ts';
import { isStill } from './acknowledged.ts';
import { useManner, usePlantBoard, useStanding } from './feed.tsx';
import css from './live.module.css';
import type { Standing } from './standing.ts';
import { severityOf, wordOfState } from './state-look.ts';

interface Props {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
  /** The callout says it already. */
  readonly isCalledOut: boolean;
  /** Sensors whose alarms were acknowledged: when all of its own are, it stays red, but it is still. */
  readonly acknowledged: ReadonlySet<string>;
}

const Since = ({ since, zone }: { readonly since: number; readonly zone: string }) => {
  const text = useTicking(() => minuteText(since, zone));
  return <>since {text}</>;
};

/** The number alone is drawn anew with each frame. */
const Value = ({ machineId }: { readonly machineId: string }) => useStanding(machineId).value;

/** Name, state word and value: state is never told by colour alone. */
const Tag = ({
  machineId,
  name,
  standing,
  zone,
}: {
  readonly machineId: string;
  readonly name: string;
  readonly standing: Omit<Standing, 'value'>;
  readonly zone: string;
}) => {
  const { state, since } = standing;
  const look = severities[severityOf[state]];
  const isLoud = state === 'alarm' || state === 'warning';
  return (
    <span className={`${css.tag} ${css[state]}`}>
      {state !== 'stopped' && state !== 'ok' && <Icon name={look.icon} size={isLoud ? 18 : 13} />}
      <span className={css.tagWords}>
        <b>{name}</b>
        <span className={css.tagValue}>
          {isLoud && (
            <>
              <b>{wordOfState[state].toUpperCase()}</b> {standing.name} <Value machineId={machineId} />
            </>
          )}
          {state === 'ok' && <Value machineId={machineId} />}
          {state === 'stopped' && wordOfState.stopped}
          {state === 'no_info' && (
            <>
              <b>NO INFO</b> {since !== null && <Since since={since} zone={zone} />}
            </>
          )}
        </span>
      </span>
    </span>
  );
};

const tagClass = (label: Drawing['label'], flip: boolean): string => {
  if (label === undefined) return css.tagBelow ?? '';
  if (label.beside === undefined) return '';
  return (flip ? css.tagLeft : css.tagRight) ?? '';
};

const spokenOf = (machine: Machine, { state, name, value }: Standing): string =>
  [machine.name, wordOfState[state], name, value].filter(Boolean).join(', ');

/**
 * Read instead of the tag, which may be away or leave the state's word to its colour and icon. A text of its own, not a
 * label of the link: it need not repeat the tag's words as they stand. Written without drawing the machine anew.
 */
const Spoken = ({ machine }: { readonly machine: Machine }) => {
  const board = usePlantBoard();
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (): void => {
      if (element.current) element.current.textContent = spokenOf(machine, board.standing(machine.id));
    };
    write();
    return board.subscribe(machine.id, write);
  });
  return <span ref={element} className="unseen" />;
};

/** A machine on the live tab: its picture, over it the picture of its state, badge and tag. */
export const LiveMachine = memo(({ machine, to, zone, isCalledOut, acknowledged }: Props) => {
  const standing = useManner(machine.id);
  const box = boxOfMachine(machine);
  const drawing = drawingOfMachine(machine);
  const { state } = standing;
  const label = drawing.label;
  const isLoud = state === 'alarm' || state === 'warning';
  const at = label && {
    left: (machine.flip ? drawing.width - label.x : label.x) * machine.scale,
    top: label.y * machine.scale,
  };
  const content = (
    <>
      <Spoken machine={machine} />
      <MachineImage {...machine} state={isLoud ? 'ok' : state} />
      {isLoud && <MachineImage {...machine} state={state} className={css.over} />}
      {(isLoud || state === 'no_info') && (
        <span className={`${css.badge} ${css[state]}`}>
          <Icon name={severities[severityOf[state]].icon} size={16} />
        </span>
      )}
      {!isCalledOut && (
        <span className={`${css.tagPlace} ${tagClass(label, machine.flip)}`} style={at} aria-hidden="true">
          <Tag machineId={machine.id} name={machine.name} standing={standing} zone={zone} />
        </span>
      )}
    </>
  );
  const shared = {
    className: `${css.machine} ${standing.blinks && !isStill(standing, acknowledged) ? css.blinks : ''}`,
    style: { left: box.x, top: box.y, width: box.width, height: box.height },
    'data-machine': machine.id,
    'data-state': state,
  };
  return to === null ? (
    <div {...shared}>{content}</div>
  ) : (
    <Link {...shared} to={to} draggable={false}>
      {content}
    </Link>
  );
});
