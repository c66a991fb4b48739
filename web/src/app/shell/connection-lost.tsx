import { useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/shell';
import { useEffect, useRef } from 'react';
import { keptSince } from '../../api/kept-call.ts';
import { useSite } from '../../domain/plant.ts';
import { shownNow } from '../../live/clock.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Text } from '../../ui/layout.tsx';
import { browserZone, zonedClockText } from '../../ui/time.ts';
import { TopLine } from '../../ui/top-line.tsx';
import { useAfterDelay } from '../../ui/use-after-delay.ts';
import { useStore } from '../../ui/use-store.ts';

/** The notice is shown once the connection has been lost for this time. */
const graceMs = 1_500;

const Line = ({ zone }: { readonly zone: string }) => {
  const kept = useStore(keptSince);
  const since = useRef(shownNow());
  if (!useAfterDelay(graceMs)) return null;
  return (
    <TopLine
      icon="brokenLink"
      background="repeating-linear-gradient(135deg, var(--hatch1) 0 8px, var(--surface) 8px 10px)"
    >
      <Text as="b" weight={600}>
        {texts.connection.down}.
      </Text>{' '}
      {texts.asOf(zonedClockText(kept ?? since.current, zone))}
    </TopLine>
  );
};

/** Notice above every page while the connection to the server is lost. Then refetches the queries that failed. */
export const ConnectionLost = () => {
  const { socket } = useNotifications();
  const queries = useQueryClient();
  const zone = useSite()?.timezone ?? browserZone();
  const lost = socket === 'down';
  const wasLost = useRef(false);
  useEffect(() => {
    if (socket === 'open' && wasLost.current) {
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    }
    wasLost.current = lost || (wasLost.current && socket !== 'open');
  }, [socket, lost, queries]);
  return lost ? <Line zone={zone} /> : null;
};
