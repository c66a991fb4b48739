import { useQuery } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import { type EventType, eventLabels } from '@tocsin/contract/event';
import { Select } from 'antd';
import { Button } from '../../../kit/button.tsx';
import { SearchBox } from '../../../kit/search-box.tsx';
import { usePhone } from '../../../kit/use-media.ts';
import { call } from '../../../wire/call.ts';
import { useSites } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';
import { texts } from '../texts.ts';
import css from './log.module.css';
import { isInReach, type LogFilters, reachOf } from './model.ts';

interface Props {
  readonly filters: LogFilters;
  readonly onFilters: (filters: LogFilters) => void;
  /** On /notifications these are the selected ones and can't be changed here. */
  readonly fixed: { readonly site: number | null; readonly device: number | null };
  readonly zone: string;
  readonly onExport: () => void;
  readonly exporting: boolean;
  readonly canReset: boolean;
  readonly onReset: () => void;
}

const events = Object.entries(eventLabels).map(([value, label]) => ({ value: value as EventType, label }));
const t = texts.filters;

interface DayProps {
  readonly label: string;
  readonly title: string;
  readonly value: string | null;
  readonly other: string | null;
  readonly onDay: (day: string | null) => void;
}

/** One end of the range: days too far from the other end can't be picked. */
const Day = ({ label, title, value, other, onDay }: DayProps) => {
  const [least, most] = reachOf(other);
  return (
    <label className={css.dayField} title={title}>
      {label}
      <input
        type="date"
        value={value ?? ''}
        min={least}
        max={most}
        onChange={(event) => onDay(event.target.value === '' ? null : event.target.value)}
      />
    </label>
  );
};

const Range = ({ filters, onFilters, zone }: Pick<Props, 'filters' | 'onFilters' | 'zone'>) => {
  const title = texts.range.zone(zone);
  // What was typed out of reach begins a range of its own.
  const keep = (other: string | null, day: string | null) => (day === null || isInReach(other, day) ? other : null);
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

/** Search, range, site, device and event, and what is done with the result. */
export const Filters = (props: Props) => {
  const { filters, onFilters, fixed } = props;
  const { client } = useSelection();
  const phone = usePhone();
  const sites = useSites().data?.results ?? [];
  const all = useQuery({
    queryKey: ['notification-log', 'devices', client],
    queryFn: ({ signal }) => call(devices.all, { signal }),
    staleTime: 60_000,
  }).data?.results;
  const site = fixed.site ?? filters.site;
  const offered = (all ?? []).filter((device) => site === null || device.location.id === site);
  const narrowing = (
    <>
      <Range {...props} />
      <Select<number>
        className={css.select ?? ''}
        aria-label={t.site}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
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
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={`${t.device}: ${t.all}`}
        disabled={fixed.device !== null}
        value={fixed.device ?? filters.device}
        options={offered.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={(next) => onFilters({ ...filters, device: next ?? null })}
      />
      <Select<EventType>
        className={css.select ?? ''}
        aria-label={t.event}
        allowClear
        placeholder={`${t.event}: ${t.all}`}
        value={filters.event}
        options={events}
        onChange={(next) => onFilters({ ...filters, event: next ?? null })}
      />
      {props.canReset && <Button onClick={props.onReset}>{texts.reset}</Button>}
    </>
  );
  return (
    <div className={css.filters}>
      <SearchBox
        value={filters.search}
        placeholder={texts.search}
        onChange={(search) => onFilters({ ...filters, search })}
      />
      {phone ? (
        // What is in alarm comes first; the filters are a press away.
        <details className={css.more}>
          <summary>{t.title}</summary>
          <div className={css.narrowing}>{narrowing}</div>
        </details>
      ) : (
        narrowing
      )}
      <span className={css.export}>
        <Button icon="download" busy={props.exporting} onClick={props.onExport}>
          {texts.export}
        </Button>
      </span>
    </div>
  );
};
