import { Link } from '@tanstack/react-router';
import type { Drawing } from '@tocsin/contract/machines/machine';
import { memo } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import { severities } from '../../../kit/severity.ts';
import { useTicking } from '../../../kit/tick.ts';
import { minuteText } from '../../../kit/time.ts';
import { boxOfMachine, drawingOfMachine } from '../canvas/geometry/place.ts';
import { MachineImage } from '../canvas/machine-image.tsx';
import type { Machine } from '../canvas/tab.ts';
import { useStanding } from './feed.tsx';
import css from './live.module.css';
import type { Standing } from './standing.ts';
import { severityOf, wordOfState } from './state-look.ts';

interface Props {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
  /** The callout says it already. */
  readonly isCalledOut: boolean;
  /** Somebody has acknowledged it: it stays red, but it is still. */
  readonly isAcknowledged: boolean;
}

const Since = ({ since, zone }: { readonly since: number; readonly zone: string }) => {
  const text = useTicking(() => minuteText(since, zone));
  return <>since {text}</>;
};

/** Name, state word and value: state is never told by colour alone. */
const Tag = ({
  name,
  standing,
  zone,
}: {
  readonly name: string;
  readonly standing: Standing;
  readonly zone: string;
}) => {
  const { state, value, since } = standing;
  const look = severities[severityOf[state]];
  const isLoud = state === 'alarm' || state === 'warning';
  return (
    <span className={`${css.tag} ${css[state]}`}>
      {state !== 'stopped' && <Icon name={look.icon} size={isLoud ? 18 : 13} />}
      <span className={css.tagWords}>
        <b>{name}</b>
        <span className={css.tagValue}>
          {isLoud && (
            <>
              <b>{wordOfState[state].toUpperCase()}</b> {standing.name} {value}
            </>
          )}
          {state === 'ok' && value}
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
  if (label === undefined) return '';
  if (label.beside === undefined) return css.tagInside ?? '';
  return (flip ? css.tagLeft : css.tagRight) ?? '';
};

/** A machine on the live tab: its picture, over it the picture of its state, badge and tag. */
export const LiveMachine = memo(({ machine, to, zone, isCalledOut, isAcknowledged }: Props) => {
  const standing = useStanding(machine.id);
  const box = boxOfMachine(machine);
  const drawing = drawingOfMachine(machine);
  const { state } = standing;
  const label = drawing.label;
  const isLoud = state === 'alarm' || state === 'warning';
  const at = label && {
    left: (machine.flip ? drawing.width - label.x : label.x) * machine.scale,
    top: label.y * machine.scale,
  };
  const word = wordOfState[state];
  const spoken = [machine.name, word, standing.name, standing.value].filter(Boolean).join(', ');
  const content = (
    <>
      {/* Read instead of the tag, which may be away or leave the state's word to its colour and icon. */}
      <span className="unseen">{spoken}</span>
      <MachineImage {...machine} state={isLoud ? 'ok' : state} />
      {isLoud && <MachineImage {...machine} state={state} className={css.over} />}
      {(isLoud || state === 'no_info') && (
        <span className={`${css.badge} ${css[state]}`}>
          <Icon name={severities[severityOf[state]].icon} size={16} />
        </span>
      )}
      {!isCalledOut && (
        <span className={`${css.tagPlace} ${tagClass(label, machine.flip)}`} style={at} aria-hidden="true">
          <Tag name={machine.name} standing={standing} zone={zone} />
        </span>
      )}
    </>
  );
  const shared = {
    className: `${css.machine} ${standing.blinks && !isAcknowledged ? css.blinks : ''}`,
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
