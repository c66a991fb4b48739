import { useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import { texts as find } from '@tocsin/contract/texts/find';
import { texts } from '@tocsin/contract/texts/shell';
import { useMemo } from 'react';
import { logSearch } from '../../domain/log-search.ts';
import type { Me } from '../../domain/me.ts';
import { useDevice } from '../../domain/plant.ts';
import { askAcknowledge, notificationsNow, useNotifications } from '../../live/notifications.ts';
import { askShelve } from '../../live/shelving.ts';
import type { IconName } from '../../ui/icon.tsx';
import { chooseTheme } from '../../ui/theme.ts';
import type { Target } from './find-model.ts';
import { logout } from './profile-menu.tsx';

/** Actions that the user may perform from any page. */
export const useActionTargets = (me: Me, showKeys: () => void): readonly Target[] => {
  const navigate = useNavigate();
  const selected = useDevice();
  const { rows } = useNotifications();
  const isToAcknowledge = me.kind !== 'wall' && rows.some(isOpen);
  return useMemo(() => {
    const action = (name: keyof typeof find.actions, icon: IconName, go: Target['go']): Target => ({
      key: `action ${name}`,
      kind: 'action',
      label: find.actions[name][0],
      words: find.actions[name][1],
      about: '',
      icon,
      go,
    });
    const opening = (...of: Parameters<typeof action>): Target => ({ ...action(...of), opensPage: true });
    const actions: Target[] = [];
    const openRows = me.kind === 'wall' ? [] : rows.filter(isOpen);
    for (const row of openRows.slice(0, maxRows)) {
      const what = `${row.sensor_name ?? row.device} (${row.device})`;
      actions.push({
        ...action('acknowledge', 'tick', () => askAcknowledge([row])),
        key: `action acknowledge ${row.id}`,
        label: texts.acknowledgeOne(what),
        isOnlyFound: true,
      });
    }
    if (selected !== undefined && may(selected, 'device.shelve')) {
      const shelve = (sensor: string | null, title: string, isAlarm: boolean): Target => ({
        ...action('acknowledge', 'clock', () =>
          askShelve({ device: selected.id, sensor, node: null, rule: null, title, isAlarm }),
        ),
        key: `action shelve ${sensor ?? ''}`,
        label: texts.shelveOne(title),
        isOnlyFound: true,
      });
      for (const row of rows.filter((each) => isOpen(each) && each.device_id === selected.id).slice(0, maxRows)) {
        const path = row.full_sensor_id?.split('.').slice(1).join('.');
        if (path !== undefined) actions.push(shelve(path, row.sensor_name ?? path, row.event_type === 'alarm_on'));
      }
      actions.push(shelve(null, selected.title, false));
    }
    if (selected !== undefined && may(selected, 'device.edit'))
      actions.push(opening('startTest', 'wrench', () => navigate({ to: '/dashboard', search: { maintenance: true } })));
    if (isToAcknowledge)
      actions.push(action('acknowledge', 'tick', () => askAcknowledge(notificationsNow().rows.filter(isOpen))));
    if (me.kind !== 'wall') {
      const search = logSearch({ tab: 'unacknowledged' });
      actions.push(opening('cleared', 'bell', () => navigate({ to: '/notifications/all', search })));
    }
    return [
      ...actions,
      action('light', 'sun', () => chooseTheme('light')),
      action('dark', 'moon', () => chooseTheme('dark')),
      action('systemTheme', 'screen', () => chooseTheme('system')),
      action('keys', 'keyboard', showKeys),
      action('logout', 'signOut', logout),
    ];
  }, [me, selected, rows, isToAcknowledge, navigate, showKeys]);
};

/** Maximum number of alarms with an action. */
const maxRows = 20;

const isOpen = ({ is_active, test, acknowledged, event_type }: ReturnType<typeof notificationsNow>['rows'][number]) =>
  is_active && !test && acknowledged === null && (event_type === 'alarm_on' || event_type === 'warning_on');
