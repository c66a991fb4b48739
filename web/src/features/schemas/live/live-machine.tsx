import { Link } from '@tanstack/react-router';
import { memo, useLayoutEffect, useRef } from 'react';
import { heldBackWords } from '../../../domain/held-back-words.ts';
import { shownNow } from '../../../live/clock.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { severities } from '../../../ui/severity.ts';
import { boxOfMachine, drawingOfMachine } from '../canvas/geometry/positions.ts';
import { MachineImage } from '../canvas/machine-image.tsx';
import type { Machine } from '../canvas/tab.ts';
import { isStill } from './acknowledged.ts';
import { usePlantStore, useStatusWithoutValue } from './feed.tsx';
import { Flow } from './flow.tsx';
import { Level } from './level.tsx';
import css from './live.module.css';
import type { MachineStatus } from './machine-status.ts';
import { severityOf, wordOfState } from './state-look.ts';
import { suspectsText } from './suspect-sign.tsx';
import type { Suspect } from './suspects.ts';

interface Props {
  readonly machine: Machine;
  readonly to: string | null;
  readonly zone: string;
  /** Acknowledged sensors: if all of a machine's are, it stays red but does not blink. */
  readonly acknowledged: ReadonlySet<string>;
  /** Its sensors that are suspected dead; undefined: none. */
  readonly suspects: readonly Suspect[] | undefined;
}

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
 * Text for screen readers, because the label may be hidden or show the state by colour and icon only. Updates do not
 * re-render the machine.
 */
const ScreenReaderText = ({ machine, zone, suspects }: Pick<Props, 'machine' | 'zone' | 'suspects'>) => {
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

/** Tooltip: why messages of a machine are held back, and which of its sensors are suspected dead. */
const titleOf = (
  { held }: Pick<MachineStatus, 'held'>,
  suspects: Props['suspects'],
  zone: string,
): string | undefined => {
  const lines = [
    held === null ? '' : `${held.name}: ${heldBackWords(held, zone, shownNow()).full}`,
    suspects === undefined ? '' : suspectsText(suspects, zone),
  ].filter(Boolean);
  return lines.length === 0 ? undefined : lines.join('\n');
};

/** A machine on the live tab: image, status overlay, badge and flow. Labels are in a separate layer. */
export const LiveMachine = memo(({ machine, to, zone, acknowledged, suspects }: Props) => {
  const status = useStatusWithoutValue(machine.id);
  const box = boxOfMachine(machine);
  const { gauge } = drawingOfMachine(machine);
  const { state, flow, held } = status;
  const isUrgent = state === 'alarm' || state === 'warning';
  const isFlat = state === 'ok' && flow === 'stopped';
  const content = (
    <>
      <ScreenReaderText machine={machine} zone={zone} suspects={suspects} />
      <MachineImage {...machine} state={isUrgent ? 'ok' : isFlat || state === 'reading' ? 'stopped' : state} />
      {(state === 'alarm' || state === 'warning') && <MachineImage {...machine} state={state} className={css.over} />}
      {(held !== null || suspects !== undefined) && !isUrgent && <span className={css.unprotected} />}
      {gauge && <Level machine={machine} gauge={gauge} />}
      <Flow machine={machine} flow={flow} />
      {(isUrgent || state === 'no_info') && (
        <Text zIndex={1} borderRadius="50%" className={`${css.badge} ${css[state]}`}>
          <Icon name={severities[severityOf[state]].icon} size={16} />
        </Text>
      )}
    </>
  );
  const shared = {
    className: `${css.machine} ${status.blinks && !isStill(status, acknowledged) ? css.blinks : ''}`,
    style: { left: box.x, top: box.y, width: box.width, height: box.height },
    title: titleOf(status, suspects, zone),
    'data-machine': machine.id,
    'data-state': state,
    'data-flow': flow,
  };
  return to === null ? (
    <div {...shared}>{content}</div>
  ) : (
    <Link {...shared} to={to} draggable={false}>
      {content}
    </Link>
  );
});
