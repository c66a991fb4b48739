import { useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/dashboard';
import { type ReactNode, useState } from 'react';
import type { Device } from '../../../domain/plant.ts';
import { momentText } from '../moment.ts';
import { MomentModal } from '../moment-modal.tsx';
import type { TabItem } from './components/toolbar.tsx';

/** The tabs Live, Historical (asks for a date and time), Maintenance (with edit access) and Device Notifications. */
export const useTabs = (device: Device): { readonly tabs: readonly TabItem[]; readonly dialog: ReactNode } => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return {
    tabs: [
      { key: 'live', label: texts.tabs.live, onOpen: () => void navigate({ to: '/dashboard', search: {} }) },
      { key: 'historical', label: texts.tabs.historical, onOpen: () => setAsking(true) },
      ...(may(device, 'device.edit')
        ? [
            {
              key: 'maintenance',
              label: texts.tabs.maintenance,
              onOpen: () => void navigate({ to: '/dashboard', search: { maintenance: true } }),
            },
          ]
        : []),
      {
        key: 'notifications',
        label: texts.tabs.notifications,
        onOpen: () => void navigate({ to: '/notifications' as string }),
      },
    ],
    dialog: (
      <MomentModal
        open={asking}
        title={texts.askMoment}
        zone={device.timezone}
        onClose={() => setAsking(false)}
        onSearch={(moment) => {
          setAsking(false);
          void navigate({ to: '/dashboard/historical/$moment', params: { moment: momentText(moment) } });
        }}
      />
    ),
  };
};
