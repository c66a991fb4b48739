import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Icon } from '../../kit/icon.tsx';
import { browserZone, clockText } from '../../kit/time.ts';
import { useLater } from '../../kit/use-later.ts';
import { shownNow } from '../../wire/clock.ts';
import { useNotifications } from '../../wire/notifications.ts';
import { useSite } from '../../wire/plant.ts';
import css from './connection-lost.module.css';
import { texts } from './texts.ts';

/** A socket that is back within this time was not worth a line. */
const worthMs = 1_500;

const Line = ({ zone }: { readonly zone: string }) => {
  const since = useRef(shownNow());
  if (!useLater(worthMs)) return null;
  return (
    <p className={css.lost} role="status">
      <Icon name="brokenLink" size={16} />
      <b>{texts.connection.down}.</b> {texts.asOf(clockText(since.current, zone))}
    </p>
  );
};

/** Above every page at every width, as long as the page does not hear the server; what failed meanwhile is asked anew. */
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
