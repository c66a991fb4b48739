import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints, type Found, shortestSearch } from '@tocsin/contract/find';
import { useEffect, useMemo, useState } from 'react';
import { callQuery } from '../../api/call.ts';
import { deviceQuery, selectDevice, selectSite } from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import type { Target } from './find-model.ts';

/** A search is sent after this time without typing. */
const restMs = 150;
/** Maximum number of results; more than the palette shows, because active alarms rank first. */
const maxFound = 20;
const maxRecent = 4;

const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

const icons = { site: 'site', device: 'device', sensor: 'chart' } as const;
const keyOf = ({ kind, site_id, device_id, sensor_id }: Found): string =>
  [kind, kind === 'site' ? site_id : device_id, sensor_id].filter((part) => part !== null).join(' ');

/** Sites, devices and sensors that the server finds for a search; while nothing is typed, recently opened devices. */
export const useFoundTargets = (query: string, recent: readonly string[], open: boolean): readonly Target[] => {
  const navigate = useNavigate();
  const { client } = useSelection();
  const q = useRested(query.trim());
  const isSearch = q.length >= shortestSearch;
  const found = useQuery(
    callQuery(['find', client, q], endpoints.find, {
      query: { q: q.slice(0, 100), limit: maxFound },
      enabled: open && isSearch,
      placeholderData: keepPreviousData,
      staleTime: 30_000,
      gcTime: 60_000,
      retry: false,
    }),
  ).data?.results;
  const ids = recent
    .flatMap((key) => (key.startsWith('device ') ? [Number(key.slice('device '.length))] : []))
    .slice(0, maxRecent);
  const visited = useQueries({
    queries: ids.map((id) => ({ ...deviceQuery(id), enabled: open && !isSearch, retry: false, staleTime: 60_000 })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  return useMemo(() => {
    const places: readonly Found[] = isSearch
      ? (found ?? [])
      : visited.map(({ id, title, location, location_title }) => ({
          kind: 'device' as const,
          title,
          about: location_title,
          site_id: location,
          device_id: id,
          sensor_id: null,
        }));
    return places.map((place): Target => {
      const { kind, title, about, site_id, device_id, sensor_id } = place;
      return {
        key: keyOf(place),
        kind,
        label: title,
        about,
        icon: icons[kind],
        go: async () => {
          if (device_id === null) await selectSite(site_id);
          else await selectDevice(device_id, site_id);
          const page = sensor_id === null ? '/dashboard' : `/graphs/${sensor_id}`;
          await navigate({ to: device_id === null ? '/devices' : page });
        },
      };
    });
  }, [isSearch, found, visited, navigate]);
};
