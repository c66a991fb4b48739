import { Link } from '@tanstack/react-router';
import { packEventTypes } from '@tocsin/contract/incident-pack';
import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import { useMe } from '../../../domain/me.ts';
import { opensVisualDashboard } from '../../../domain/rights.ts';
import { Row } from '../../../ui/layout.tsx';
import { PackButton } from './pack-button.tsx';

const hasPack = ({ event_type: type, device_id: device }: Notification): boolean =>
  device !== 0 && packEventTypes.some((each) => each === type);

/** Links of an event: all devices of its site at that time, and its incident pack. */
export const RowLinks = ({ row }: { readonly row: Notification }) => {
  const me = useMe();
  return (
    <Row as="span" wrap gap="4px 16px" padding="4px 0">
      <Link to="/sites/$id/moment" params={{ id: String(row.location_id) }} search={{ at: row.notification_time }}>
        {texts.siteMoment}
      </Link>
      {me && me.kind !== 'wall' && opensVisualDashboard(me) && (
        <Link
          to="/visual-dashboard/site/$siteId/film"
          params={{ siteId: String(row.location_id) }}
          search={{ at: row.notification_time }}
        >
          {texts.drawingThen}
        </Link>
      )}
      {hasPack(row) && me && me.kind !== 'wall' && <PackButton row={row} />}
    </Row>
  );
};
