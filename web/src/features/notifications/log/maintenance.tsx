import type { Notification } from '@tocsin/contract/live';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts } from '@tocsin/contract/texts/notifications';
import { useNotifications } from '../../../live/notifications.ts';
import { Row, Text } from '../../../ui/layout.tsx';
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
      <Text as="h2" margin="0 0 8px" size={14} line={20} weight={600}>
        {texts.maintenance}
      </Text>
      <ul>
        {rows.map((row) => (
          <Row as="li" key={row.id} wrap gap="4px 16px" padding="6px 0" borderTop="1px solid var(--line)">
            <Text as="time" tone="faint">
              {exactText(Date.parse(row.date_created), zoneOf(row))}
            </Text>
            <Event row={row} />
            <Text weight={550}>{whatText(row)}</Text>
            <span>{readerWords(row.content)}</span>
          </Row>
        ))}
      </ul>
    </Text>
  );
};
