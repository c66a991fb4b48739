import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/maintenance';
import { useEffect } from 'react';
import { onArrival } from '../../live/notifications.ts';
import { Text } from '../../ui/layout.tsx';
import { TopLine } from '../../ui/top-line.tsx';
import { Timer } from './components/test-bar.tsx';
import { runningKey, runningQuery } from './queries.ts';

/** Above every page but its own while a sensor is under test, also for whoever left that page. */
export const RunningTestBar = () => {
  const queries = useQueryClient();
  const { data } = useQuery(runningQuery);
  const address = useRouterState({ select: ({ location }) => location.href });
  // The dashboard in this mode has a bar of its own.
  const isMode = address.startsWith('/dashboard') && address.includes('maintenance=true');
  useEffect(
    () =>
      onArrival(({ notifications }) => {
        if (notifications.some((row) => row.event_type === 'maintenance'))
          void queries.invalidateQueries({ queryKey: runningKey });
      }),
    [queries],
  );
  return data?.results
    .filter((test) => !isMode && address !== `/maintenance/${test.device_id}/${test.sensor_id}`)
    .map((test) => (
      <TopLine key={test.test_id} icon="wrench" aria-label={texts.page.title}>
        <Text flex={1} minWidth={0} overflowWrap="anywhere">
          <b>{texts.page.title}</b> {test.device_name}, {test.location_name}: {test.sensor_name},{' '}
          {texts.by(test.performed_by)}
        </Text>
        <Timer startedAt={test.started_at} />
        <Link to="/maintenance/$device/$sensor" params={{ device: String(test.device_id), sensor: test.sensor_id }}>
          {texts.page.toOther}
        </Link>
      </TopLine>
    ));
};
