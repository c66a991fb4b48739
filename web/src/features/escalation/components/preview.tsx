import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type EscalatedType, escalatedTypes } from '@tocsin/contract/escalation';
import { texts as all } from '@tocsin/contract/texts/escalation-policies';
import { Select } from 'antd';
import { useState } from 'react';
import { useDevices } from '../../../domain/plant.ts';
import { sensorsQuery } from '../../../domain/sensors.ts';
import { ClockField } from '../../../ui/clock-field.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { momentOfFields, wallFields } from '../../../ui/zone.ts';
import { previewQuery } from '../queries.ts';
import card from './card.module.css';
import css from './policies.module.css';
import { PreviewSteps } from './preview-steps.tsx';

const texts = all.preview;
const anySensor = '';
const typeOptions = escalatedTypes.map((value) => ({ value, label: all.eventTypes[value] }));

interface Props {
  readonly site: number | null;
  readonly zone: string;
}

/** Who would be notified of an event of a device at a chosen time, according to the settings. */
export const PreviewPanel = ({ site, zone }: Props) => {
  const [start] = useState(() => wallFields(Date.now(), zone));
  const [chosen, setChosen] = useState<number | null>(null);
  const [sensor, setSensor] = useState(anySensor);
  const [type, setType] = useState<EscalatedType>('alarm_on');
  const [date, setDate] = useState<string | null>(start.date);
  const [time, setTime] = useState<string | null>(start.time);
  const { data: devices } = useDevices();
  const list = devices?.results ?? [];
  const device = list.find((one) => one.id === chosen) ?? list[0];
  const { data: sensors } = useQuery({ ...sensorsQuery(device?.id ?? 0), enabled: device !== undefined });
  const at = date === null || time === null ? null : momentOfFields(date, time, zone);
  const isOfSensor = type !== 'device_offline';
  const { data, error, refetch } = useQuery({
    ...previewQuery(device?.id ?? 0, isOfSensor ? sensor : anySensor, type, at ?? 0),
    enabled: device !== undefined && at !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <Text as="section" surface padding="12px 16px" className={card.card} aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <p className={card.quiet}>{texts.about}</p>
      {site === null && <p>{texts.chooseSite}</p>}
      {site !== null && devices && !device && <p>{texts.noDevices}</p>}
      {device && (
        <>
          <Grid marginTop={8} columns="repeat(auto-fit, minmax(140px, 1fr))" gap={8} marginBottom={12}>
            <Select<number>
              aria-label={texts.device}
              value={device.id}
              showSearch={searchByLabel}
              options={list.map((one) => ({ value: one.id, label: one.title }))}
              onChange={(next) => {
                setChosen(next);
                setSensor(anySensor);
              }}
            />
            <Select<EscalatedType> aria-label={texts.eventType} value={type} options={typeOptions} onChange={setType} />
            <Select<string>
              aria-label={texts.sensor}
              value={isOfSensor ? sensor : anySensor}
              disabled={!isOfSensor}
              showSearch={searchByLabel}
              options={[
                { value: anySensor, label: texts.anySensor },
                ...(sensors ?? []).map((one) => ({ value: one.id, label: one.name })),
              ]}
              onChange={setSensor}
            />
            <DayField label={texts.date} value={date} onDay={setDate} />
            <ClockField label={texts.time} value={time} onTime={setTime} />
          </Grid>
          {at === null && <p className={css.gap}>{texts.wrongMoment}</p>}
          {error && !data && <Failed text={texts.failed} again={() => void refetch()} />}
          {at !== null && !data && !error && <Skeleton width="70%" />}
          {at !== null && data && <PreviewSteps preview={data} zone={zone} />}
        </>
      )}
    </Text>
  );
};
