import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { type FoundSensor, groupFilters } from '@tocsin/contract/schemas';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { wordOf } from '../../../../domain/sensor-status.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { inOrder } from '../../../../ui/in-order.ts';
import { Skeleton } from '../../../../ui/states.tsx';
import { valueText } from '../../../../ui/value.ts';
import { useEdited } from '../use-editor.tsx';
import { devicesQuery } from './devices-query.ts';
import css from './search.module.css';
import { marked, type SensorBook, usedAt } from './sensor-book.ts';

const shownRows = 30;
const filters = Object.keys(groupFilters);

const Marked = ({ text, query }: { readonly text: string; readonly query: string }) =>
  inOrder(marked(text, query), (part) => (part.isHit ? <b>{part.text}</b> : <span>{part.text}</span>));

const convertedValue = (sensor: FoundSensor): string => {
  const reading = { value: sensor.value, status: 'OK', alarm: false, state: sensor.state, type: sensor.type };
  return wordOf(reading) ?? valueText(sensor.value ?? 0, sensor.unit);
};

interface RowProps {
  readonly sensor: FoundSensor;
  readonly query: string;
  readonly use: { readonly tab: string; readonly machine: string } | null;
  readonly pick: (path: string) => void;
}

const Row = ({ sensor, query, use, pick }: RowProps) => (
  <li>
    <button
      type="button"
      className={css.found}
      disabled={use !== null}
      data-sensor={sensor.id}
      onClick={() => pick(sensor.id)}
    >
      <span className={css.foundName}>
        <Marked text={sensor.name} query={query} />
      </span>
      <span className={css.foundValue}>{use === null && convertedValue(sensor)}</span>
      <span className={css.foundPlace}>
        {sensor.device}, {sensor.group_name}
      </span>
      {use !== null && (
        <span className={css.inUse}>
          <Icon name="lock" size={14} /> {schemaTexts.inUse(use.tab, use.machine)}
        </span>
      )}
    </button>
  </li>
);

interface Props {
  readonly book: SensorBook;
  readonly own: { readonly machine: string; readonly point: string };
  /** Sensors in use elsewhere may be chosen, as for state sensors. */
  readonly shared: boolean;
  readonly pick: (path: string) => void;
  readonly close: () => void;
}

/**
 * Searches as the user types, with filters for group and device. Sensors in use elsewhere are disabled and show where
 * they are used. Escape closes it and returns the focus to the opener.
 */
export const SensorSearch = ({ book, own, shared, pick, close }: Props) => {
  // Read on first render, before the field takes the focus.
  const [opener] = useState(() => document.activeElement);
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState('');
  const [device, setDevice] = useState('');
  const tab = useEdited((state) => state.tab);
  const devices = useQuery(devicesQuery(book.siteId)).data?.results ?? [];
  const { data, error } = useQuery({
    queryKey: ['search-sensor', book.siteId, book.schemaId, query, group, device],
    queryFn: ({ signal }) =>
      call(endpoints.searchSensor, {
        query: {
          location: book.siteId,
          q: query,
          limit: shownRows,
          ...(book.schemaId === null ? {} : { schema: book.schemaId }),
          ...(group === '' ? {} : { group_name: group }),
          ...(device === ''
            ? {}
            : { exclude_devices: devices.filter((one) => String(one.id) !== device).map((one) => String(one.id)) }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  useEffect(() => {
    if (data) book.learn(data.results);
  }, [data, book]);
  const leave = (): void => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Otherwise the editor's Escape binding would also deselect the machine.
    event.stopPropagation();
    close();
    leave();
  };
  return (
    <section className={css.search} aria-label={texts.findSensor} onKeyDown={onKeyDown}>
      <div className={css.searchBox}>
        <Icon name="search" size={16} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the user has just opened the search.
          autoFocus
          type="search"
          value={query}
          placeholder={texts.findSensor}
          aria-label={texts.findSensor}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      <div className={css.filters}>
        <select value={group} aria-label={texts.allGroups} onChange={(event) => setGroup(event.target.value)}>
          <option value="">{texts.allGroups}</option>
          {filters.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select value={device} aria-label={texts.allDevices} onChange={(event) => setDevice(event.target.value)}>
          <option value="">{texts.allDevices}</option>
          {devices.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
        <span role="status">{data && texts.found(data.count)}</span>
      </div>
      {error && (
        <p className={css.error} role="alert">
          {texts.searchFailed}
        </p>
      )}
      {!error && data === undefined && <Skeleton width="100%" height={96} />}
      {data?.count === 0 && <p className={css.quiet}>{texts.nothingFound}</p>}
      <ul className={css.results}>
        {data?.results.map((sensor) => (
          <Row
            key={sensor.id}
            sensor={sensor}
            query={query}
            use={shared ? null : usedAt(sensor, tab, own, book.tabId)}
            pick={(path) => {
              pick(path);
              leave();
            }}
          />
        ))}
      </ul>
      {data && data.count > data.results.length && <p className={css.quiet}>{texts.more}</p>}
    </section>
  );
};
