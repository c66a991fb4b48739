import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/notifications';
import { useNotifications } from '../../../live/notifications.ts';
import { Text } from '../../../ui/layout.tsx';
import { exactText } from '../../../ui/time.ts';
import { whatText } from '../model.ts';
import { Event } from './cells.tsx';
import css from './log.module.css';

/** List of the newest maintenance events, separate from the active events. */
export const MaintenanceEvents = ({
  shows,
  zoneOf,
}: {
  readonly shows: (row: Notification) => boolean;
  readonly zoneOf: (row: Notification) => string;
}) => {
  const rows = useNotifications().maintenance.filter(shows).slice(0, 5);
  if (rows.length === 0) return null;
  return (
    <Text
      as="section"
      surface
      margin="0 var(--page-pad) 20px"
      padding="12px 16px"
      className={css.maintenance}
      aria-label={texts.maintenance}
    >
      <h2>{texts.maintenance}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <time>{exactText(Date.parse(row.date_created), zoneOf(row))}</time>
            <Event row={row} />
            <b>{whatText(row)}</b>
            <span>{readerWords(row.content)}</span>
          </li>
        ))}
      </ul>
    </Text>
  );
};
