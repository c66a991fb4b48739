import { texts as story } from '@tocsin/contract/texts/incident-story';
import { texts } from '@tocsin/contract/texts/schemas';
import { Age } from '../../../ui/age.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { minuteText, zonedClockText } from '../../../ui/time.ts';
import type { Machine } from '../canvas/tab.ts';
import type { Callout } from './callout-place.ts';
import css from './callouts.module.css';
import { useMachineStatus, usePlantStore, useSpark } from './feed.tsx';
import type { FirstOut } from './first-out.ts';
import { textOf } from './machine-status.ts';

interface CardProps {
  readonly callout: Callout;
  readonly machine: Machine;
  readonly firstOut: FirstOut | null;
  readonly zone: string;
}

/** '04:04, cleared 04:09' */
const overText = (since: number, clearedAt: number, zone: string): string =>
  `${minuteText(since, zone)}, ${story.cleared(minuteText(clearedAt, zone))}`;

/** One callout: the first alarm, then what followed. */
const CalloutCard = ({ callout, machine, firstOut, zone }: CardProps) => {
  const store = usePlantStore();
  const status = useMachineStatus(machine.id);
  const sensor = firstOut?.first.full_sensor_id ?? status.sensor;
  const shown = sensor === null ? undefined : store.sensors(sensor);
  const isContact = shown?.sensor.Type !== 'NUMERIC';
  const spark = useSpark(sensor ?? '', isContact);
  const since = firstOut === null ? status.since : Date.parse(firstOut.first.date_created);
  const alarmSince = firstOut?.alarmSince ?? status.since;
  const clearedAt = firstOut?.clearedAt ?? null;
  const name = firstOut?.first.sensor_name ?? status.name;
  const value = shown === undefined ? status.value : textOf(shown);
  const { box } = callout;
  return (
    <div
      className={css.callout}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      data-callout={machine.id}
      aria-hidden="true"
    >
      <Row gap="0.6em" padding="0.35em 0.8em" background="var(--alarm)" whiteSpace="nowrap" className={css.head}>
        <Icon name="bellSolid" size={14} />
        <b>{machine.name}</b>
        <Text flex="1 0 auto" textAlign="right">
          {texts.calloutAlarm} {alarmSince !== null && <Age at={alarmSince} now={store.now} zone={zone} phrase="for" />}
        </Text>
      </Row>
      <Row gap="0.5em" padding="0.45em 0.8em 0" whiteSpace="nowrap" className={css.what}>
        {firstOut?.isFirst && (
          <span className={firstOut.isUncertain ? css.unsure : css.first}>
            {firstOut.isUncertain ? texts.firstUnsure : texts.first}
          </span>
        )}
        <b>{name}</b>
      </Row>
      <Row gap="0.8em" padding="0 0.8em" className={css.value}>
        <b>{value}</b>
        <span>
          {firstOut?.first.event_type === 'warning_on' ? story.warning : texts.fromController}
          {since !== null && <br />}
          {since !== null &&
            (clearedAt === null ? texts.since(zonedClockText(since, zone)) : overText(since, clearedAt, zone))}
        </span>
      </Row>
      {callout.hasCurve && <Sparkline {...spark} height={24} className={css.spark} />}
      {firstOut?.followed && (
        <Text as="div" padding="0.1em 0.8em 0.3em" tone="quiet" oneLine>
          {firstOut.followed}
        </Text>
      )}
    </div>
  );
};

interface Props {
  readonly callouts: readonly Callout[];
  readonly machines: readonly Machine[];
  readonly firstOuts: ReadonlyMap<string, FirstOut>;
  readonly zone: string;
}

/** Callouts of the worst alarms, each with a leader to the sensor of the first alarm. */
export const Callouts = ({ callouts, machines, firstOuts, zone }: Props) => (
  <>
    <svg className={css.leaders} aria-hidden="true">
      {callouts.map(({ machineId, from, point }) => (
        <g key={machineId}>
          <path d={`M${from.x} ${from.y}L${point.x} ${point.y}`} />
          <circle cx={point.x} cy={point.y} />
        </g>
      ))}
    </svg>
    {callouts.map((callout) => {
      const machine = machines.find((one) => one.id === callout.machineId);
      return (
        machine && (
          <CalloutCard
            key={machine.id}
            callout={callout}
            machine={machine}
            firstOut={firstOuts.get(machine.id) ?? null}
            zone={zone}
          />
        )
      );
    })}
  </>
);
