import type { SchemaSensor } from '@tocsin/contract/schemas';
import { SensorStatus } from '@tocsin/contract/status';
import { texts } from '@tocsin/contract/texts/schemas';
import { sensorStatus } from '../../../domain/sensor-status.ts';
import { Grid, Text } from '../../../ui/layout.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useOfStore, useSpark } from '../live/feed.tsx';
import { HeldSign } from '../live/held-sign.tsx';
import { type SensorState, textOf } from '../live/machine-status.ts';
import { SuspectSign } from '../live/suspect-sign.tsx';
import type { Suspect } from '../live/suspects.ts';
import css from './machine.module.css';

const severityOf = ({ sensor, online }: SensorState) =>
  sensorStatus(
    { type: sensor.Type, value: sensor.Value, status: sensor.Status, alarm: sensor.Alarm, state: sensor.Meta.State },
    { online, stale: false },
  );

/** The sensor's state; '' if it only repeats the value or the tag. */
const stateOf = ({ sensor }: SensorState, value: string): string => {
  const state = sensor.Meta.State;
  return state === value || state === SensorStatus.enum.OK || state === SensorStatus.enum['N/A'] ? '' : state;
};

/** One sensor: value with unit, state, the last ten minutes and status, or that there is no live data. */
export const SensorRow = ({
  sensor,
  zone,
  suspect,
}: {
  readonly sensor: SchemaSensor;
  readonly zone: string;
  /** Set if the sensor is suspected dead. */
  readonly suspect: Suspect | undefined;
}) => {
  const state = useOfStore((store) => store.sensors(sensor.id));
  const spark = useSpark(sensor.id, sensor.type !== 'NUMERIC');
  const value = state ? textOf(state) : texts.noData;
  const severity = state ? severityOf(state) : 'no-data';
  return (
    <Grid
      as="li"
      columns="minmax(0, 2fr) minmax(60px, 1fr) minmax(0, 1.2fr) minmax(84px, auto)"
      align="center"
      gap={12}
      minHeight={44}
      borderTop="1px solid var(--line)"
      className={css.sensor}
      data-sensor={sensor.id}
    >
      <span className={css.sensorName}>
        {sensor.name}
        <small>{sensor.is_missing ? texts.missing : sensor.device}</small>
      </span>
      <Text minWidth={0} className={css.spark}>
        <Sparkline {...spark} height={28} />
      </Text>
      <span className={css.sensorValue}>
        <b>{value}</b>
        {state && stateOf(state, value) && <small>{stateOf(state, value)}</small>}
      </span>
      <Text justifySelf="end">
        <StatusTag severity={severity} />
        {state?.held && <HeldSign held={state.held} zone={zone} />}
        {suspect && <SuspectSign suspects={[suspect]} zone={zone} />}
      </Text>
    </Grid>
  );
};
