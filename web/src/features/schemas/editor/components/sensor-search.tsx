import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { type FoundSensor, groupFilters } from '@tocsin/contract/schemas';
import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import { texts as schemaTexts } from '@tocsin/contract/texts/schemas';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { z } from 'zod';
import { callQuery } from '../../../../api/call.ts';
import { ask } from '../../../../api/http.ts';
import { wordOf } from '../../../../domain/sensor-status.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { inOrder } from '../../../../ui/in-order.ts';
import { Grid, Note, Row, Stack, Text } from '../../../../ui/layout.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import { valueText } from '../../../../ui/value.ts';
import { useEdited } from '../use-editor.tsx';
import css from './search.module.css';
import { marked, type SensorBook, usedAt } from './sensor-book.ts';

const Devices = z.object({ results: z.array(z.looseObject({ id: z.number(), title: z.string() })) });

/** The devices of the schema's site, for the search filter. */
const devicesQuery = (siteId: number) =>
  queryOptions({
    queryKey: ['devices-of-site', siteId],
    queryFn: ({ signal }) =>
      ask(
        { method: 'GET', path: 'v1/devices/', query: { location: siteId, limit: 1000, ordering: 'title' }, signal },
        Devices,
      ),
    staleTime: 60_000,
  });

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

const SensorRow = ({ sensor, query, use, pick }: RowProps) => (
  <li>
    <Grid
      type="button"
      as="button"
      columns="1fr auto"
      gap="0 8px"
      width="100%"
      padding={8}
      borderRadius="var(--r-button)"
      textAlign="left"
      cursor="pointer"
      className={css.found}
      disabled={use !== null}
      data-sensor={sensor.id}
      onClick={() => pick(sensor.id)}
    >
      <Text minWidth={0} overflowWrap="anywhere">
        <Marked text={sensor.name} query={query} />
      </Text>
      <Text tone="quiet">{use === null && convertedValue(sensor)}</Text>
      <Text gridColumn="1 / -1" tone="faint" size={12} line={16}>
        {sensor.device}, {sensor.group_name}
      </Text>
      {use !== null && (
        <Row as="span" gridColumn="1 / -1" align="flex-start" gap={6} paddingTop={2} tone="plain" size={12} line={16}>
          <Icon name="lock" size={14} /> {schemaTexts.inUse(use.tab, use.machine)}
        </Row>
      )}
    </Grid>
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
  const { data, error } = useQuery(
    callQuery(['search-sensor', book.siteId, book.schemaId, query, group, device], endpoints.searchSensor, {
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
      placeholderData: keepPreviousData,
      staleTime: 5_000,
    }),
  );
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
    <Stack
      as="section"
      gap={8}
      padding={10}
      border="1px solid var(--line)"
      borderRadius="var(--r-card)"
      aria-label={texts.findSensor}
      onKeyDown={onKeyDown}
    >
      <Row
        gap={8}
        padding="0 10px"
        border="1px solid var(--line2)"
        borderRadius="var(--r-button)"
        className={css.searchBox}
      >
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
      </Row>
      <Row wrap gap={6} tone="quiet" size={13} className={css.filters}>
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
        <Text marginLeft="auto" role="status">
          {data && texts.found(data.count)}
        </Text>
      </Row>
      {error && (
        <Text as="p" tone="alarm" role="alert">
          {texts.searchFailed}
        </Text>
      )}
      {!error && data === undefined && <Skeleton width="100%" height={96} />}
      {data?.count === 0 && <Note>{texts.nothingFound}</Note>}
      <Text as="ul" maxHeight={360} overflowY="auto" className={css.results}>
        {data?.results.map((sensor) => (
          <SensorRow
            key={sensor.id}
            sensor={sensor}
            query={query}
            use={shared ? null : usedAt(sensor, tab, own, book)}
            pick={(path) => {
              pick(path);
              leave();
            }}
          />
        ))}
      </Text>
      {data && data.count > data.results.length && <Note>{texts.more}</Note>}
    </Stack>
  );
};
