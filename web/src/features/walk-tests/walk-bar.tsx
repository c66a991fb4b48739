import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts as t } from '@tocsin/contract/texts/walk-tests';
import { useEffect } from 'react';
import { onArrival } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
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
    <Row
      key={walk.id}
      as="section"
      gap={12}
      minHeight={36}
      padding="4px var(--page-pad)"
      background="var(--surface)"
      borderBottom="1px solid var(--line2)"
      role="status"
      aria-label={t.title}
    >
      <Icon name="wrench" size={16} />
      <Text flex={1} minWidth={0} overflowWrap="anywhere">
        <b>{t.title}</b> {t.banner(walk.device_name, walk.location_name, t.armed(walk.armed), walk.armed_by)}
      </Text>
      <Link to="/maintenance/$device/walk" params={{ device: String(walk.device) }}>
        {t.open}
      </Link>
    </Row>
  ));
};
