import { Link } from '@tanstack/react-router';
import { endpoints, packEventTypes } from '@tocsin/contract/incident-pack';
import type { Notification } from '@tocsin/contract/live';
import { texts as packs } from '@tocsin/contract/texts/incident-pack';
import { texts } from '@tocsin/contract/texts/notifications';
import { useState } from 'react';
import { download } from '../../../api/call.ts';
import { useMe } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import css from './log.module.css';

const hasPack = ({ event_type: type, device_id: device }: Notification): boolean =>
  device !== 0 && packEventTypes.some((each) => each === type);

const PackButton = ({ row }: { readonly row: Notification }) => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await download(endpoints.pack, { params: { id: row.id } }, `incident_${row.id}.zip`);
    } catch {
      showToast('error', packs.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="bar" icon="download" title={packs.hint} busy={busy} onClick={() => void save()}>
      {packs.open}
    </Button>
  );
};

/** Where an event leads: all devices of its site at its moment, and everything about it as one file. */
export const RowLinks = ({ row }: { readonly row: Notification }) => {
  const me = useMe();
  return (
    <span className={css.links}>
      <Link to="/sites/$id/moment" params={{ id: String(row.location_id) }} search={{ at: row.notification_time }}>
        {texts.siteMoment}
      </Link>
      {hasPack(row) && me && me.kind !== 'wall' && <PackButton row={row} />}
    </span>
  );
};
