import { texts } from '@tocsin/contract/texts/schemas';
import { useCallback, useMemo } from 'react';
import { ringSpanMs } from '../../../live/ring.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { zonedMinuteText } from '../../../ui/time.ts';
import type { Machine, Tab } from '../canvas/tab.ts';
import { type Callout, calloutSize, placeCallouts } from './callout-place.ts';
import css from './callouts.module.css';
import { useMachineStatus, usePlantStore } from './feed.tsx';
import type { Alarmed } from './plant-store.ts';

const CalloutCard = ({
  callout,
  machine,
  zone,
  scale,
}: {
  readonly callout: Callout;
  readonly scale: number;
  readonly machine: Machine;
  readonly zone: string;
}) => {
  const store = usePlantStore();
  const { sensor, name, value, since } = useMachineStatus(machine.id);
  const isContact = sensor !== null && store.sensors(sensor)?.sensor.Type !== 'NUMERIC';
  const read = useCallback(() => store.ring(sensor ?? '').read(), [store, sensor]);
  const view = useCallback(
    () => ({
      from: store.now() - ringSpanMs,
      to: store.now(),
      gapMs: 90_000,
      staleMs: 90_000,
      limit: null,
      steps: isContact,
      minSpan: isContact ? 3 : 1,
    }),
    [store, isContact],
  );
  const { box } = callout;
  return (
    <div
      className={css.callout}
      style={{ left: box.x, top: box.y, ...calloutSize, transform: scale === 1 ? 'none' : `scale(${scale})` }}
      aria-hidden="true"
    >
      <div className={css.calloutHead}>
        <Icon name="bellSolid" size={14} />
        <b>{texts.calloutAlarm}</b> <span>{machine.name}</span>
      </div>
      <div className={css.calloutLine}>
        <span>{name}</span>
        <b>{value}</b>
      </div>
      <div className={css.calloutSince}>{since !== null && texts.since(zonedMinuteText(since, zone))}</div>
      <Sparkline read={read} subscribe={store.subscribe} view={view} height={38} />
    </div>
  );
};

interface Props {
  readonly tab: Tab;
  readonly alarmed: readonly Alarmed[];
  readonly zone: string;
  /** Scaled against the zoom, so that they stay readable when the whole tab is small. */
  readonly scale: number;
}

/** Callouts of the worst alarms, with a leader to the sensor point. */
export const Callouts = ({ tab, alarmed, zone, scale }: Props) => {
  const callouts = useMemo(() => {
    const requests = alarmed.flatMap(({ id, sensor }) => {
      const machine = tab.machines.find((one) => one.id === id);
      return machine === undefined ? [] : [{ machine, sensor }];
    });
    return placeCallouts(requests, tab.machines, tab, scale);
  }, [alarmed, tab, scale]);
  return (
    <>
      <svg className={css.leaders} aria-hidden="true">
        {callouts.map(({ machineId, from, point }) => (
          <g key={machineId}>
            <path d={`M${from.x} ${from.y}L${point.x} ${point.y}`} />
            <circle cx={point.x} cy={point.y} r={11} />
          </g>
        ))}
      </svg>
      {callouts.map((callout) => {
        const machine = tab.machines.find((one) => one.id === callout.machineId);
        return (
          machine && <CalloutCard key={machine.id} callout={callout} machine={machine} zone={zone} scale={scale} />
        );
      })}
    </>
  );
};
