import { Link } from '@tanstack/react-router';
import type { Report as ReportName } from '@tocsin/contract/analytics';
import { hasAnalytics } from '@tocsin/contract/device-type';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/analytics';
import { DatePicker, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { type Me, useMe } from '../../domain/me.ts';
import { type Device, shownType } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { serverNow } from '../../live/clock.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../../ui/states.tsx';
import { BadActors } from './components/bad-actors.tsx';
import { Month } from './components/month.tsx';
import { Report } from './components/report.tsx';
import { type Days, daysBefore, rangeOf, thisMonth } from './model.ts';

type Tab = 'month' | 'sensor' | 'time' | 'type' | 'bad';
const reportOf: Readonly<Record<Exclude<Tab, 'month' | 'bad'>, ReportName>> = {
  sensor: 'alarm-sensor',
  time: 'alarm-time',
  type: 'alarm-type',
};

/**
 * Reports are for OEM and super users and managers, and three device types; the month and bad actors for everyone with
 * edit access.
 */
const tabsFor = (device: Device): readonly Tab[] => [
  ...(device.can_edit ? (['month'] as const) : []),
  ...(may(device, 'device.analytics') ? (['sensor', 'time', 'type'] as const) : []),
  ...(device.can_edit ? (['bad'] as const) : []),
];

const flags = ['', 'true', 'false'] as const;
type Flag = (typeof flags)[number];
interface Filter {
  readonly is_shelved: Flag;
  readonly is_out_of_service: Flag;
  readonly is_acknowledged: Flag;
}
/** The filters that restrict something. */
const chosen = ({ is_shelved, is_out_of_service, is_acknowledged }: Filter) => ({
  ...(is_shelved === '' ? {} : { is_shelved }),
  ...(is_out_of_service === '' ? {} : { is_out_of_service }),
  ...(is_acknowledged === '' ? {} : { is_acknowledged }),
});

const text = (day: Dayjs | null): string | null => (day ? day.format('YYYY-MM-DD') : null);

const AnalyticsContent = ({ device, me }: { readonly device: Device; readonly me: Me }) => {
  const tabs = tabsFor(device);
  const [tab, setTab] = useState<Tab | undefined>(tabs[0]);
  const [days, setDays] = useState<Days>(() => thisMonth(serverNow(), device.timezone));
  // The current report stays visible until the next one is requested.
  const [requested, setRequested] = useState<Days>(days);
  const [filter, setFilter] = useState<Filter>({ is_shelved: '', is_out_of_service: '', is_acknowledged: '' });
  const range = rangeOf(days) === null ? null : rangeOf(requested);
  const shown = range && { ...range, ...chosen(filter) };
  const rangeBefore = range && rangeOf(daysBefore(requested));
  const before = rangeBefore && { ...rangeBefore, ...chosen(filter) };
  const choice = (name: keyof Filter) => (
    <Select<Flag>
      aria-label={texts.filters[name].label}
      value={filter[name]}
      options={flags.map((value) => ({ value, label: texts.filters[name][value === '' ? 'all' : value] }))}
      onChange={(value) => setFilter({ ...filter, [name]: value })}
      popupMatchSelectWidth={false}
    />
  );
  const field = (name: keyof Days, label: string) => (
    <DatePicker
      aria-label={label}
      placeholder={label}
      format="D MMM YYYY"
      value={days[name] === null ? null : dayjs(days[name])}
      onChange={(day) => setDays({ ...days, [name]: text(day) })}
    />
  );
  return (
    <>
      <PageHeader
        title={texts.title(device.title)}
        back={
          <>
            <Link to="/sites">{texts.sites}</Link> / <Link to="/devices">{texts.devices}</Link>
          </>
        }
      >
        {field('from', texts.from)}
        {field('to', texts.to)}
        {choice('is_shelved')}
        {choice('is_out_of_service')}
        {choice('is_acknowledged')}
        <Button look="primary" disabled={rangeOf(days) === null} onClick={() => setRequested(days)}>
          {texts.generate}
        </Button>
      </PageHeader>
      {tab === undefined && <NotAllowed text={texts.notAllowed} />}
      {tab !== undefined && (
        <>
          <Row wrap gap={12} padding="0 var(--page-pad) 4px" overflowX="auto">
            <Segments
              label={texts.title(device.title)}
              items={tabs.map((key) => ({ key, label: texts.tabs[key] }))}
              current={tab}
              onPick={setTab}
            />
            {may(me, 'oem') && !hasAnalytics(shownType(device)) && (
              <Text as="small" tone="quiet">
                {texts.notThisType}
              </Text>
            )}
          </Row>
          {tab === 'month' && <Month device={device.id} days={requested} range={shown} before={before} />}
          {tab === 'bad' && <BadActors device={device.id} range={shown} />}
          {tab !== 'month' && tab !== 'bad' && (
            <Report
              key={tab}
              device={device}
              report={reportOf[tab]}
              range={shown}
              before={before}
              days={requested}
              isFiltered={Object.values(filter).some((flag) => flag !== '')}
            />
          )}
        </>
      )}
    </>
  );
};

/** Alarm reports of the selected device. */
export const AnalyticsPage = () => {
  const me = useMe();
  const { device: selected } = useSelection();
  const { device, error, again } = useOpenDevice(selected);
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <Link to="/devices">{texts.devices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={again} />;
  if (device === undefined || me === undefined) return <Loading />;
  return <AnalyticsContent key={device.id} device={device} me={me} />;
};
