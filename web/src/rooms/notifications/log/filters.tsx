import { useQuery } from '@tanstack/react-query';
import { endpoints as devices } from '@tocsin/contract/devices';
import { type EventType, eventLabels } from '@tocsin/contract/event';
import { DatePicker, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { SearchBox } from '../../../kit/search-box.tsx';
import { call } from '../../../wire/call.ts';
import { useSites } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';
import { texts } from '../texts.ts';
import css from './log.module.css';
import { isInReach, type LogFilters } from './model.ts';

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

const day = (date: Dayjs | null | undefined): string | null => date?.format('YYYY-MM-DD') ?? null;
const events = Object.entries(eventLabels).map(([value, label]) => ({ value: value as EventType, label }));
const t = texts.filters;

const Range = ({ filters, onFilters, zone }: Pick<Props, 'filters' | 'onFilters' | 'zone'>) => {
  // While it is open, the end that was chosen first limits the other one.
  const [chosen, setChosen] = useState<readonly [string | null, string | null]>([null, null]);
  return (
    <DatePicker.RangePicker
      className={css.range ?? ''}
      aria-label={texts.range.zone(zone)}
      title={texts.range.zone(zone)}
      format="YYYY-MM-DD"
      placeholder={[texts.range.from, texts.range.to]}
      allowEmpty={[true, true]}
      value={[filters.from === null ? null : dayjs(filters.from), filters.to === null ? null : dayjs(filters.to)]}
      onOpenChange={(open) => setChosen(open ? [filters.from, filters.to] : [null, null])}
      onCalendarChange={(range, _texts, { range: which }) =>
        setChosen(which === 'start' ? [day(range?.[0]), null] : [day(range?.[0]), day(range?.[1])])
      }
      disabledDate={(date, { from }) => !isInReach(day(from) ?? chosen[0] ?? chosen[1], day(date) ?? '')}
      onChange={(range) => onFilters({ ...filters, from: day(range?.[0]), to: day(range?.[1]) })}
    />
  );
};

/** Search, range, site, device and event, and what is done with the result. */
export const Filters = (props: Props) => {
  const { filters, onFilters, fixed } = props;
  const { client } = useSelection();
  const sites = useSites().data?.results ?? [];
  const all = useQuery({
    queryKey: ['notification-log', 'devices', client],
    queryFn: ({ signal }) => call(devices.all, { signal }),
    staleTime: 60_000,
  }).data?.results;
  const site = fixed.site ?? filters.site;
  const offered = (all ?? []).filter((device) => site === null || device.location.id === site);
  return (
    <div className={css.filters}>
      <SearchBox
        value={filters.search}
        placeholder={texts.search}
        onChange={(search) => onFilters({ ...filters, search })}
      />
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
      <Button onClick={props.onReset} disabled={!props.canReset}>
        {texts.reset}
      </Button>
      <span className={css.export}>
        <Button icon="download" busy={props.exporting} onClick={props.onExport}>
          {texts.export}
        </Button>
      </span>
    </div>
  );
};
