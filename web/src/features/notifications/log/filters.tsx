import { useQuery } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import type { EventType } from '@tocsin/contract/event';
import { type Priority, priorities } from '@tocsin/contract/priority';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as words } from '@tocsin/contract/texts/status';
import { Select } from 'antd';
import { callQuery } from '../../../api/call.ts';
import { useSites } from '../../../domain/plant.ts';
import { useSelection } from '../../../domain/selection.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import { usePhone } from '../../../ui/use-media.ts';
import css from './log.module.css';
import type { LogClock } from './log-clock.ts';
import { type EventChoice, isInRange, type LogFilters, selectableDays } from './model.ts';

interface Props {
  readonly filters: LogFilters;
  readonly onFilters: (filters: LogFilters) => void;
  /** Selected site and device on /notifications, where they cannot be changed. */
  readonly fixed: { readonly site: number | null; readonly device: number | null };
  readonly zone: string;
  readonly clock: LogClock;
  readonly onClock: (clock: LogClock) => void;
  readonly onExport: () => void;
  readonly exporting: boolean;
  /** Whether the filters wait behind one button, with a chip for each that is set. */
  readonly folds: boolean;
  readonly canReset: boolean;
  readonly onReset: () => void;
}

const events = [
  { value: 'began' as const, label: texts.began },
  ...Object.entries(eventNames.labels).map(([value, label]) => ({ value: value as EventType, label })),
];
const levels = priorities.map((value) => ({ value, label: words.priorities[value] }));
const t = texts.filters;

interface DayProps {
  readonly label: string;
  readonly title: string;
  readonly value: string | null;
  readonly other: string | null;
  readonly onDay: (day: string | null) => void;
}

/** One end of the range; days too far from the other end are disabled. */
const Day = ({ label, title, value, other, onDay }: DayProps) => {
  const [least, most] = selectableDays(other);
  return (
    <Row as="span" inline gap={6} tone="quiet" className={css.dayField} title={title}>
      <span aria-hidden>{label}</span>
      <DayField label={label} value={value} least={least} most={most} onDay={onDay} />
    </Row>
  );
};

const Range = ({ filters, onFilters, zone }: Pick<Props, 'filters' | 'onFilters' | 'zone'>) => {
  const title = texts.range.zone(zone);
  // A typed day that is too far away starts a new range.
  const keep = (other: string | null, day: string | null) => (day === null || isInRange(other, day) ? other : null);
  return (
    <>
      <Day
        label={texts.range.from}
        title={title}
        value={filters.from}
        other={filters.to}
        onDay={(from) => onFilters({ ...filters, from, to: keep(filters.to, from) })}
      />
      <Day
        label={texts.range.to}
        title={title}
        value={filters.to}
        other={filters.from}
        onDay={(to) => onFilters({ ...filters, to, from: keep(filters.from, to) })}
      />
    </>
  );
};

/** Search, range, site, device and event filters, and the actions on the result. */
export const Filters = (props: Props) => {
  const { filters, onFilters, fixed } = props;
  const { client } = useSelection();
  const phone = usePhone();
  const sites = useSites().data?.results ?? [];
  const all = useQuery(callQuery(['notification-log', 'devices', client], devices.all, { staleTime: 60_000 })).data
    ?.results;
  const site = fixed.site ?? filters.site;
  const offered = (all ?? []).filter((device) => site === null || device.location.id === site);
  const titleOf = (list: readonly { readonly id: number; readonly title: string }[], id: number | null): string =>
    list.find((one) => one.id === id)?.title ?? '';
  const chips = [
    { is: filters.from, label: `${texts.range.from} ${filters.from}`, without: { ...filters, from: null } },
    { is: filters.to, label: `${texts.range.to} ${filters.to}`, without: { ...filters, to: null } },
    { is: filters.site, label: titleOf(sites, filters.site), without: { ...filters, site: null } },
    { is: filters.device, label: titleOf(all ?? [], filters.device), without: { ...filters, device: null } },
    {
      is: filters.event,
      label: events.find(({ value }) => value === filters.event)?.label ?? '',
      without: { ...filters, event: null },
    },
    {
      is: filters.priority,
      label: filters.priority === null ? '' : `${t.priority}: ${words.priorities[filters.priority]}`,
      without: { ...filters, priority: null },
    },
    {
      is: filters.shelved,
      label: filters.shelved === true ? texts.isShelved.true : texts.isShelved.false,
      without: { ...filters, shelved: null },
    },
  ].filter(({ is }) => is !== null);
  const narrowing = (
    <>
      <Range {...props} />
      <Select<number>
        className={css.select ?? ''}
        aria-label={t.site}
        allowClear
        showSearch={searchByLabel}
        placeholder={`${t.site}: ${t.all}`}
        disabled={fixed.site !== null}
        value={site}
        options={sites.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(next) => onFilters({ ...filters, site: next ?? null, device: null })}
      />
      <Select<number>
        className={css.select ?? ''}
        aria-label={t.device}
        allowClear
        showSearch={searchByLabel}
        placeholder={`${t.device}: ${t.all}`}
        disabled={fixed.device !== null}
        value={fixed.device ?? filters.device}
        options={offered.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(next) => onFilters({ ...filters, device: next ?? null })}
      />
      <Select<EventChoice>
        className={css.select ?? ''}
        aria-label={t.event}
        allowClear
        placeholder={`${t.event}: ${t.all}`}
        value={filters.event}
        options={events}
        onChange={(next) => onFilters({ ...filters, event: next ?? null })}
      />
      <Select<Priority>
        className={css.select ?? ''}
        aria-label={t.priority}
        allowClear
        placeholder={`${t.priority}: ${t.all}`}
        value={filters.priority}
        options={levels}
        onChange={(next) => onFilters({ ...filters, priority: next ?? null })}
      />
      <Select<'yes' | 'no'>
        className={css.select ?? ''}
        aria-label={t.shelved}
        allowClear
        placeholder={`${t.shelved}: ${t.all}`}
        value={filters.shelved === null ? null : filters.shelved ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: texts.isShelved.true },
          { value: 'no', label: texts.isShelved.false },
        ]}
        onChange={(next) => onFilters({ ...filters, shelved: next ? next === 'yes' : null })}
      />
      <Select<LogClock>
        className={css.select ?? ''}
        aria-label={texts.clock.label}
        value={props.clock}
        options={[
          { value: 'site', label: texts.clock.site },
          { value: 'mine', label: texts.clock.mine },
        ]}
        onChange={props.onClock}
        popupMatchSelectWidth={false}
      />
      {props.canReset && <Button onClick={props.onReset}>{texts.reset}</Button>}
    </>
  );
  return (
    <Row wrap gap={8} padding="12px var(--page-pad)" className={css.filters}>
      <SearchBox
        value={filters.search}
        placeholder={texts.search}
        onChange={(search) => onFilters({ ...filters, search })}
      />
      {phone || props.folds ? (
        // The list comes first; the filters open on demand.
        <Text as="details" flex={phone ? '1 1 auto' : 'none'} className={css.more}>
          <summary>
            {incidents.log.filter}
            {chips.length > 0 && ` (${chips.length})`}
          </summary>
          <Row wrap gap={8} align="stretch">
            {narrowing}
          </Row>
        </Text>
      ) : (
        narrowing
      )}
      {(phone || props.folds) &&
        chips.map(({ label, without }) => (
          <Button key={label} size="bar" aria-label={incidents.log.remove(label)} onClick={() => onFilters(without)}>
            {label}
            <Icon name="close" size={14} />
          </Button>
        ))}
      <Text marginLeft="auto">
        <Button icon="download" busy={props.exporting} onClick={props.onExport}>
          {texts.export}
        </Button>
      </Text>
    </Row>
  );
};
