import { useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/shell';
import { useEffect, useRef } from 'react';
import { useSite } from '../../domain/plant.ts';
import { shownNow } from '../../live/clock.ts';
import { useNotifications } from '../../live/notifications.ts';
import { Icon } from '../../ui/icon.tsx';
import { browserZone, zonedClockText } from '../../ui/time.ts';
import { useAfterDelay } from '../../ui/use-after-delay.ts';
import css from './connection-lost.module.css';

/** The notice is shown once the connection has been lost for this time. */
const graceMs = 1_500;

const Line = ({ zone }: { readonly zone: string }) => {
  const since = useRef(shownNow());
  if (!useAfterDelay(graceMs)) return null;
  return (
    <p className={css.lost} role="status">
      <Icon name="brokenLink" size={16} />
      <b>{texts.connection.down}.</b> {texts.asOf(zonedClockText(since.current, zone))}
    </p>
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
