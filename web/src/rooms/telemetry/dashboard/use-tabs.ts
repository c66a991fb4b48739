import { useNavigate } from '@tanstack/react-router';
import type { TabItem } from './parts/toolbar.tsx';
import { texts } from './texts.ts';

/** Live, Historical, Maintenance, Device Notifications. */
export const useTabs = (): readonly TabItem[] => {
  const navigate = useNavigate();
  return [
    { key: 'live', label: texts.tabs.live, onOpen: () => void navigate({ to: '/dashboard' }) },
    {
      key: 'notifications',
      label: texts.tabs.notifications,
      onOpen: () => void navigate({ to: '/notifications' as string }),
    },
  ];
};
