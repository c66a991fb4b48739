import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import { useEffect } from 'react';
import { onArrival } from '../../live/notifications.ts';
import { Text } from '../../ui/layout.tsx';
import { TopLine } from '../../ui/top-line.tsx';
import { armedKey, armedQuery } from './queries.ts';

/** Above every page while sensors are armed: they notify nobody, so everybody who sees the site knows by whom. */
export const WalkBar = () => {
  const queries = useQueryClient();
  const { data } = useQuery(armedQuery);
  useEffect(
    () =>
      onArrival(({ notifications }) => {
        if (notifications.some((row) => row.event_type === 'maintenance'))
          void queries.invalidateQueries({ queryKey: armedKey });
      }),
    [queries],
  );
  return data?.results.map((walk) => (
    <TopLine key={walk.id} icon="wrench" aria-label={t.title}>
      <Text flex={1} minWidth={0} overflowWrap="anywhere">
        <b>{t.title}</b> {t.banner(walk.device_name, walk.location_name, t.armed(walk.armed), walk.armed_by)}
      </Text>
      <Link to="/maintenance/$device/walk" params={{ device: String(walk.device) }}>
        {t.open}
      </Link>
    </TopLine>
  ));
};
