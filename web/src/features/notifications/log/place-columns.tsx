import type { Notification } from '@tocsin/contract/live';
import { texts } from '@tocsin/contract/texts/notifications';
import { Stack, Text } from '../../../ui/layout.tsx';
import { isAcknowledgeable } from '../model.ts';
import { Place } from './cells.tsx';
import css from './log.module.css';

/** The columns for site and device; in narrow windows (`isJoined`) one column with the device above its site. */
export const placeColumns = (isJoined: boolean) => {
  const device = { title: texts.columns.device, key: 'device', className: 'wordy' };
  if (isJoined)
    return [
      {
        ...device,
        render: (_: unknown, row: Notification) =>
          isAcknowledgeable(row) ? (
            <Stack as="span" justifyItems="start" className={css.places}>
              <Place row={row} what="device" />
              <Place row={row} what="site" />
            </Stack>
          ) : (
            <Text display="block" maxWidth={140} oneLine title={row.location}>
              <Place row={row} what="device" /> {row.location}
            </Text>
          ),
      },
    ];
  return [
    {
      title: texts.columns.location,
      key: 'location',
      className: 'wordy',
      render: (_: unknown, row: Notification) => <Place row={row} what="site" />,
    },
    { ...device, render: (_: unknown, row: Notification) => <Place row={row} what="device" /> },
  ];
};
