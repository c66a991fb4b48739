import { Link } from '@tanstack/react-router';
import type { Report as ReportName } from '@tocsin/contract/analytics';
import { hasAnalytics } from '@tocsin/contract/device-type';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/analytics';
import { Select } from 'antd';
import { useState } from 'react';
import { type Me, useMe } from '../../domain/me.ts';
import { type Device, shownType } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { useOpenDevice } from '../../domain/use-open-device.ts';
import { serverNow } from '../../live/clock.ts';
import { Button, Calm, IconButton } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Failed, Loading, NotAllowed } from '../../ui/states.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { type BadActorScope, BadActors } from './components/bad-actors.tsx';
import { Month, MonthPicker, monthText } from './components/month.tsx';
import { Report } from './components/report.tsx';
import { type Days, daysBefore, monthDays, rangeOf } from './model.ts';
import type { Range } from './queries.ts';

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

const filters = ['is_shelved', 'is_out_of_service', 'is_acknowledged'] as const;
/** The filters that restrict something. */
type Filter = Pick<Range, (typeof filters)[number]>;

const AnalyticsContent = ({ device, me }: { readonly device: Device; readonly me: Me }) => {
  const tabs = tabsFor(device);
  const [tab, setTab] = useState<Tab | undefined>(tabs[0]);
  const [monthsBack, setMonthsBack] = useState(0);
  const isReport = tab !== 'month' && tab !== undefined;
  const [scope, setScope] = useState<BadActorScope>('site');
  const month = monthDays(serverNow(), device.timezone, monthsBack);
  const [days, setDays] = useState<Days>(month);
  // The current report stays visible until the next one is requested.
  const [requested, setRequested] = useState<Days>(days);
  const [filter, setFilter] = useState<Filter>({});
  const range = rangeOf(days) === null ? null : rangeOf(requested);
  const shown = range && { ...range, ...filter };
  const rangeBefore = range && rangeOf(daysBefore(requested));
  const before = rangeBefore && { ...rangeBefore, ...filter };
  const ofDays = rangeOf(days);
  const phone = usePhone();
  const [hasTools, setHasTools] = useState(false);
  const showsTools = !phone || hasTools;
  const field = (name: 'from' | 'to') => (
    <DayField label={texts[name]} value={days[name]} onDay={(day) => setDays({ ...days, [name]: day })} />
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        {...(tab === 'month' ? { about: monthText(month) } : {})}
        isOfSite={tab === 'month' || (tab === 'bad' && scope === 'site')}
        back={
          <>
            <Link to="/sites">{texts.sites}</Link> / <Link to="/devices">{texts.devices}</Link>
          </>
        }
      >
        {tab === 'month' && (
          <MonthPicker device={device.id} days={month} monthsBack={monthsBack} onMonthsBack={setMonthsBack} />
        )}
        {isReport && showsTools && (
          <>
            {field('from')}
            {field('to')}
            <Select<string[]>
              mode="multiple"
              aria-label={texts.filter}
              placeholder={texts.filter}
              value={Object.entries(filter).map((pair) => pair.join('='))}
              options={filters.map((name) => ({
                label: texts.filters[name].label,
                options: (['true', 'false'] as const).map((value) => ({
                  value: `${name}=${value}`,
                  label: texts.filters[name][value],
                })),
              }))}
              onChange={(pairs) => setFilter(Object.fromEntries(pairs.map((pair) => pair.split('='))) as Filter)}
              showSearch={false}
              style={{ minWidth: 150 }}
              popupMatchSelectWidth={false}
            />
            {tab !== 'bad' && (
              <Button look="primary" disabled={ofDays === null} onClick={() => setRequested(days)}>
                {texts.generate}
              </Button>
            )}
          </>
        )}
      </PageHeader>
      {tab === undefined && <NotAllowed text={texts.notAllowed} />}
      {tab !== undefined && (
        <>
          <Row wrap={!phone} gap={12} padding="0 var(--page-pad) 4px">
            <Segments
              label={texts.title}
              items={tabs.map((key) => ({ key, label: <Calm>{texts.tabs[key]}</Calm> }))}
              current={tab}
              onPick={setTab}
            />
            {isReport && phone && (
              <IconButton
                icon="sliders"
                label={texts.tools}
                aria-expanded={hasTools}
                onClick={() => setHasTools(!hasTools)}
              />
            )}
            {may(me, 'oem') && !hasAnalytics(shownType(device)) && (
              <Text as="small" tone="quiet">
                {texts.notThisType}
              </Text>
            )}
          </Row>
          {tab === 'month' && <Month device={device.id} days={month} />}
          {tab === 'bad' && (
            <BadActors
              device={device.id}
              range={ofDays && { ...ofDays, ...filter }}
              scope={scope}
              onScope={setScope}
              hasTools={showsTools}
            />
          )}
          {tab !== 'month' && tab !== 'bad' && (
            <Report
              key={tab}
              device={device}
              report={reportOf[tab]}
              range={shown}
              before={before}
              days={requested}
              isFiltered={Object.keys(filter).length > 0}
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
