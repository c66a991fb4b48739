import { useQuery } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import type { EventType } from '@tocsin/contract/event';
import { type Priority, priorities } from '@tocsin/contract/priority';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts as incidents } from '@tocsin/contract/texts/incidents';
import { texts } from '@tocsin/contract/texts/notifications';
import { texts as words } from '@tocsin/contract/texts/status';
import { Select } from 'antd';
import type { ReactNode } from 'react';
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
import { type EventChoice, isInRange, type LogClock, type LogFilters, selectableDays } from './model.ts';

interface Props {
  /** On a phone, only the chips of what is set are shown until somebody asks for the rest. */
  readonly isOpen: boolean;
  readonly filters: LogFilters;
  readonly onFilters: (filters: LogFilters) => void;
  /** Selected site and device on /notifications, where they cannot be changed. */
  readonly fixed: { readonly site: number | null; readonly device: number | null };
  readonly zone: string;
  readonly clock: LogClock;
  readonly onClock: (clock: LogClock) => void;
  readonly onExport: () => void;
  readonly exporting: boolean;
  readonly canReset: boolean;
  readonly onReset: () => void;
  readonly children: ReactNode;
}

const events = [
  { value: 'began' as const, label: texts.began },
  ...Object.entries(eventNames.labels).map(([value, label]) => ({ value: value as EventType, label })),
];
const levels = priorities.map((value) => ({ value, label: words.priorities[value] }));
const t = texts.filters;

/** Both ends of the range; days too far from the other end are disabled. */
const Range = ({ filters, onFilters, zone }: Pick<Props, 'filters' | 'onFilters' | 'zone'>) =>
  (['from', 'to'] as const).map((end) => {
    const other = filters[end === 'from' ? 'to' : 'from'];
    const [least, most] = selectableDays(other);
    // A typed day that is too far away starts a new range.
    const pick = (day: string | null): void => {
      const kept = day === null || isInRange(other, day) ? other : null;
      onFilters({ ...filters, from: kept, to: kept, [end]: day });
    };
    return (
      <Row key={end} as="span" inline gap={6} tone="quiet" className={css.dayField} title={texts.range.zone(zone)}>
        <span aria-hidden>{texts.range[end]}</span>
        <DayField label={texts.range[end]} value={filters[end]} least={least} most={most} onDay={pick} />
      </Row>
    );
  });

interface ChoiceProps<V> {
  readonly label: string;
  readonly value: V | null;
  readonly options: { value: V; label: string }[];
  readonly disabled?: boolean;
  readonly onPick: (value: V | null) => void;
}

const Choice = <V extends string | number>({ label, onPick, ...rest }: ChoiceProps<V>) => (
  <Select<V>
    {...rest}
    className={css.select ?? ''}
    aria-label={label}
    allowClear
    showSearch={searchByLabel}
    placeholder={`${label}: ${t.all}`}
    onChange={(next) => onPick(next ?? null)}
  />
);

/** Search, range, site, device and event filters, and the actions on the result. */
export const Filters = (props: Props) => {
  const { filters, onFilters, fixed, isOpen } = props;
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
    {
      is: isOpen || filters.search === '' ? null : filters.search,
      label: filters.search,
      without: { ...filters, search: '' },
    },
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
      <Choice
        label={t.site}
        disabled={fixed.site !== null}
        value={site}
        options={sites.map(({ id, title }) => ({ value: id, label: title }))}
        onPick={(next) => onFilters({ ...filters, site: next, device: null })}
      />
      <Choice
        label={t.device}
        disabled={fixed.device !== null}
        value={fixed.device ?? filters.device}
        options={offered.map(({ id, title }) => ({ value: id, label: title }))}
        onPick={(device) => onFilters({ ...filters, device })}
      />
      <Choice<EventChoice>
        label={t.event}
        value={filters.event}
        options={events}
        onPick={(event) => onFilters({ ...filters, event })}
      />
      <Choice<Priority>
        label={t.priority}
        value={filters.priority}
        options={levels}
        onPick={(priority) => onFilters({ ...filters, priority })}
      />
      <Choice
        label={t.shelved}
        value={filters.shelved === null ? null : filters.shelved ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: texts.isShelved.true },
          { value: 'no', label: texts.isShelved.false },
        ]}
        onPick={(next) => onFilters({ ...filters, shelved: next && next === 'yes' })}
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
  // On a phone the page has a button of its own for them.
  const isFolded = !phone;
  return (
    <Row wrap gap={8} padding="12px var(--page-pad)" className={css.filters}>
      {isOpen && (
        <SearchBox
          value={filters.search}
          placeholder={texts.search}
          onChange={(search) => onFilters({ ...filters, search })}
        />
      )}
      {isFolded ? (
        // The list comes first; the filters open on demand.
        <Text as="details" flex="none">
          <Row as="summary" gap={8} minHeight={44} tone="brand" weight={550}>
            <Icon name="sliders" size={16} />
            {incidents.log.filter + (chips.length > 0 ? ` (${chips.length})` : '')}
          </Row>
          <Row wrap gap={8} align="stretch">
            {narrowing}
          </Row>
        </Text>
      ) : (
        isOpen && narrowing
      )}
      {(isFolded || !isOpen) &&
        chips.map(({ label, without }) => (
          <Button key={label} size="bar" aria-label={incidents.log.remove(label)} onClick={() => onFilters(without)}>
            {label}
            <Icon name="close" size={14} />
          </Button>
        ))}
      {isOpen && (
        <Text marginLeft="auto">
          <Button icon="download" busy={props.exporting} onClick={props.onExport}>
            {texts.export}
          </Button>
        </Text>
      )}
      {props.children}
    </Row>
  );
};
