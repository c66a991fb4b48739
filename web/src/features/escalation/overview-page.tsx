import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { type EscalatedType, escalatedTypes } from '@tocsin/contract/escalation';
import { texts as all } from '@tocsin/contract/texts/escalation-policies';
import { Select } from 'antd';
import { useState } from 'react';
import { type Site, useDevices, useSite } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { sensorsQuery } from '../../domain/sensors.ts';
import { ClockField } from '../../ui/clock-field.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Grid, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { searchByLabel } from '../../ui/search-by-label.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { momentOfFields, wallFields } from '../../ui/zone.ts';
import { Matrix } from './components/matrix.tsx';
import css from './components/policies.module.css';
import { PreviewSteps } from './components/preview-steps.tsx';
import { gapsIn } from './model.ts';
import { previewQuery } from './queries.ts';

const texts = all.preview;
const anySensor = '';
const typeOptions = escalatedTypes.map((value) => ({ value, label: all.eventTypes[value] }));

const Overview = ({ site: { timezone: zone } }: { readonly site: Site }) => {
  const { device: selected } = useSelection();
  const [start] = useState(() => wallFields(Date.now(), zone));
  const [chosen, setChosen] = useState(selected);
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
  const rows = useQueries({
    queries: escalatedTypes.map((each) => ({
      ...previewQuery(device?.id ?? 0, each === 'device_offline' ? anySensor : sensor, each, at ?? 0),
      enabled: device !== undefined && at !== null,
      placeholderData: keepPreviousData,
    })),
  });
  const { data, error, refetch } = rows[escalatedTypes.indexOf(type)] ?? {};
  const gaps = rows.reduce((sum, row) => sum + (row.data === undefined ? 0 : gapsIn(row.data)), 0);
  if (device === undefined) {
    return (
      <>
        <PageHeader title={texts.title} />
        {devices ? <Empty icon="device" title={texts.noDevices} /> : <Loading />}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        about={
          rows.every((row) => row.data) && (
            <Text tone={gaps > 0 ? 'alarm' : 'quiet'} weight={600}>
              <Icon name={gaps > 0 ? 'warningSolid' : 'tick'} size={14} /> {gaps > 0 ? texts.gaps(gaps) : texts.fine}
            </Text>
          )
        }
      />
      <Text
        as="section"
        surface
        margin="0 var(--page-pad) 16px"
        padding="12px 16px"
        className={css.card}
        aria-label={texts.title}
      >
        <h2>{texts.title}</h2>
        <p className={css.quiet}>{texts.about}</p>
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
        {error && !data && <Failed text={texts.failed} again={() => void refetch?.()} />}
        {data && <PreviewSteps preview={data} zone={zone} />}
      </Text>
      <Matrix rows={rows} tried={type} />
    </>
  );
};

/** Who would be notified of each kind of event of a device, by what and when, according to the settings. */
export const OverviewPage = () => {
  const { site: selected } = useSelection();
  const site = useSite();
  if (site) return <Overview key={site.id} site={site} />;
  return (
    <>
      <PageHeader title={texts.title} />
      {selected === null ? <Empty icon="site" title={texts.chooseSite} /> : <Loading />}
    </>
  );
};
