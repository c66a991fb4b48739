import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { useMemo } from 'react';
import type { Me } from '../../domain/plant.ts';
import { editsSite, mayAddDevice, mayAddSite } from '../../domain/rights.ts';
import { useSelection } from '../../domain/selection.ts';
import { askAcknowledge, notificationsNow, useNotifications } from '../../live/notifications.ts';
import type { IconName } from '../../ui/icon.tsx';
import { chooseTheme } from '../../ui/theme.ts';
import type { Target } from './find-model.ts';

/** What the person may do from anywhere; nothing that a page would refuse. */
export const useActionTargets = (me: Me, showKeys: () => void): readonly Target[] => {
  const navigate = useNavigate();
  const { device } = useSelection();
  const { rows } = useNotifications();
  const isToAcknowledge = me.kind !== 'wall' && rows.some(isOpen);
  return useMemo(() => {
    const action = (name: keyof typeof texts.actions, icon: IconName, go: Target['go']): Target => ({
      key: `action ${name}`,
      kind: 'action',
      label: texts.actions[name],
      about: '',
      icon,
      go,
    });
    const actions: Target[] = [];
    if (isToAcknowledge)
      actions.push(action('acknowledge', 'tick', () => askAcknowledge(notificationsNow().rows.filter(isOpen))));
    if (device !== null && editsSite(me))
      actions.push(
        action('warnings', 'sliders', () => navigate({ to: '/dashboard/edit/warnings' })),
        action('names', 'edit', () => navigate({ to: '/dashboard/edit/sensor/names' })),
      );
    if (mayAddDevice(me)) actions.push(action('addDevice', 'plus', () => navigate({ to: '/devices/add/device' })));
    if (mayAddSite(me)) actions.push(action('addSite', 'plus', () => navigate({ to: '/sites/add/site' })));
    return [
      ...actions,
      action('light', 'sun', () => chooseTheme('light')),
      action('dark', 'moon', () => chooseTheme('dark')),
      action('systemTheme', 'screen', () => chooseTheme('system')),
      action('keys', 'keyboard', showKeys),
    ];
  }, [me, device, isToAcknowledge, navigate, showKeys]);
};

const isOpen = ({ is_active, test, acknowledged, event_type }: ReturnType<typeof notificationsNow>['rows'][number]) =>
  is_active && !test && acknowledged === null && (event_type === 'alarm_on' || event_type === 'warning_on');
