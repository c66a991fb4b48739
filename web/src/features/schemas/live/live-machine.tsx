import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/schemas';
import type { Drawing } from '@tocsin/machines/machine';
import { memo, useLayoutEffect, useRef } from 'react';
import { shownNow } from '../../../live/clock.ts';
import { heldBackWords } from '../../../ui/held-back-words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { severities } from '../../../ui/severity.ts';
import { useTicking } from '../../../ui/tick.ts';
import { zonedMinuteText } from '../../../ui/time.ts';
import { boxOfMachine, drawingOfMachine } from '../canvas/geometry/place.ts';
import { MachineImage } from '../canvas/machine-image.tsx';
import type { Machine } from '../canvas/tab.ts';
import { isStill } from './acknowledged.ts';
import { useMachineStatus, useManner, usePlantStore } from './feed.tsx';
import { HeldSign } from './held-sign.tsx';
import css from './live.module.css';
import type { MachineStatus } from './machine-status.ts';
import { severityOf, wordOfState } from './state-look.ts';
import { SuspectSign, suspectsText } from './suspect-sign.tsx';
import type { Suspect } from './suspects.ts';

interface Props {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
  /** The callout already shows it. */
  readonly isCalledOut: boolean;
  /** Acknowledged sensors: if all of a machine's are, it stays red but does not blink. */
  readonly acknowledged: ReadonlySet<string>;
  /** Its sensors that are suspected dead; undefined: none. */
  readonly suspects: readonly Suspect[] | undefined;
}

const Since = ({ since, zone }: { readonly since: number; readonly zone: string }) => {
  const text = useTicking(() => zonedMinuteText(since, zone));
  return texts.since(text);
};

/** Only the number re-renders with each frame. */
const Value = ({ machineId }: { readonly machineId: string }) => useMachineStatus(machineId).value;

/** Name, state and value: the state is never shown by colour alone. */
const Tag = ({
  machineId,
  name,
  status,
  zone,
  suspects,
}: {
  readonly suspects: Props['suspects'];
  readonly machineId: string;
  readonly name: string;
  readonly status: Omit<MachineStatus, 'value'>;
  readonly zone: string;
}) => {
  const { state, since, held } = status;
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
              <b>{wordOfState[state].toUpperCase()}</b> {status.name} <Value machineId={machineId} />
            </>
          )}
          {state === 'ok' && <Value machineId={machineId} />}
          {state === 'stopped' && wordOfState.stopped}
          {state === 'no_info' && (
            <>
              <b>{texts.tagNoInfo}</b> {since !== null && <Since since={since} zone={zone} />}
            </>
          )}
        </span>
        {held !== null && <HeldSign held={held} more={held.more} zone={zone} />}
        {suspects && <SuspectSign suspects={suspects} zone={zone} />}
      </span>
    </span>
  );
};

const tagClass = (label: Drawing['label'], flip: boolean): string => {
  if (label === undefined) return css.tagBelow ?? '';
  if (label.beside === undefined) return '';
  return (flip ? css.tagLeft : css.tagRight) ?? '';
};

const spokenOf = (
  machine: Machine,
  { state, name, value, held }: MachineStatus,
  zone: string,
  suspects: Props['suspects'],
): string => {
  const heldWords = held === null ? '' : `${held.name}: ${heldBackWords(held, zone, shownNow()).full}`;
  const dead = suspects === undefined ? '' : suspectsText(suspects, zone);
  return [machine.name, wordOfState[state], name, value, heldWords, dead].filter(Boolean).join(', ');
};

/**
 * Text for screen readers, because the tag may be hidden or show the state by colour and icon only. It is separate from
 * the link's label, and is written without re-rendering the machine.
 */
const Spoken = ({ machine, zone, suspects }: Pick<Props, 'machine' | 'zone' | 'suspects'>) => {
  const store = usePlantStore();
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = (): void => {
      if (element.current) element.current.textContent = spokenOf(machine, store.status(machine.id), zone, suspects);
    };
    write();
    return store.subscribeMachine(machine.id, write);
  });
  return <span ref={element} className="unseen" />;
};

/** A machine on the live tab: its image, with status overlay, badge and tag. */
export const LiveMachine = memo(({ machine, to, zone, isCalledOut, acknowledged, suspects }: Props) => {
  const status = useManner(machine.id);
  const box = boxOfMachine(machine);
  const drawing = drawingOfMachine(machine);
  const { state } = status;
  const label = drawing.label;
  const isLoud = state === 'alarm' || state === 'warning';
  const at = label && {
    left: (machine.flip ? drawing.width - label.x : label.x) * machine.scale,
    top: label.y * machine.scale,
  };
  const content = (
    <>
      <Spoken machine={machine} zone={zone} suspects={suspects} />
      <MachineImage {...machine} state={isLoud ? 'ok' : state} />
      {isLoud && <MachineImage {...machine} state={state} className={css.over} />}
      {(isLoud || state === 'no_info') && (
        <span className={`${css.badge} ${css[state]}`}>
          <Icon name={severities[severityOf[state]].icon} size={16} />
        </span>
      )}
      {!isCalledOut && (
        <span className={`${css.tagPlace} ${tagClass(label, machine.flip)}`} style={at} aria-hidden="true">
          <Tag machineId={machine.id} name={machine.name} status={status} zone={zone} suspects={suspects} />
        </span>
      )}
    </>
  );
  const shared = {
    className: `${css.machine} ${status.blinks && !isStill(status, acknowledged) ? css.blinks : ''}`,
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
