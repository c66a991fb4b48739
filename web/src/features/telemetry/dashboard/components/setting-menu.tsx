import { useNavigate } from '@tanstack/react-router';
import { warnsOnly } from '@tocsin/contract/device-type';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/dashboard';
import { texts as outOfService } from '@tocsin/contract/texts/out-of-service';
import { texts as shelving } from '@tocsin/contract/texts/shelves';
import { texts as shared } from '@tocsin/contract/texts/telemetry';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { type Device, shownType } from '../../../../domain/plant.ts';
import { askShelve } from '../../../../live/shelving.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { fixNotifications } from '../../queries.ts';
import { WarningsModal } from './warnings-modal.tsx';

interface Props {
  readonly device: Device;
  /** Includes 'Fix Notification', on the dashboard only and for super users. */
  readonly fix?: boolean;
  readonly size?: 'bar' | 'usual';
}

/** Menu of a device's sensor settings, for people with edit access. */
export const SettingMenu = ({ device, fix = false, size = 'usual' }: Props) => {
  const navigate = useNavigate();
  const [warnings, setWarnings] = useState(false);
  const fixing = useAction(() => fixNotifications(device.id), {
    toast: texts.fixed,
    failureText: () => texts.notFixed,
  });
  const mayFix = fix && may(device, 'device.fix');
  if (!may(device, 'device.edit') && !mayFix) return null;
  const go = (to: string) => () => void navigate({ to });
  const items: NonNullable<MenuProps['items']> = [
    { key: 'names', label: texts.menu.names, onClick: go('/dashboard/edit/sensor/names') },
    { key: 'images', label: texts.menu.images, onClick: go('/dashboard/edit/sensor/images') },
    { key: 'warnings', label: texts.menu.warnings, onClick: () => setWarnings(true) },
    { key: 'responses', label: texts.menu.responses, onClick: go('/dashboard/edit/sensor/responses') },
    { key: 'copy', label: texts.menu.copy, onClick: go('/dashboard/edit/sensor/copy') },
    {
      key: 'shelve',
      label: shelving.shelveThis(device.title),
      onClick: () =>
        askShelve({ device: device.id, sensor: null, node: null, rule: null, title: device.title, isAlarm: false }),
    },
    { key: 'shelves', label: shelving.title, onClick: go('/shelves') },
    { key: 'out-of-service', label: outOfService.page.title, onClick: go('/out-of-service') },
    ...(warnsOnly(shownType(device))
      ? [{ key: 'types', label: texts.menu.types, onClick: go('/dashboard/edit/sensor/types') }]
      : []),
  ];
  return (
    <>
      {may(device, 'device.edit') && (
        <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
          <Button size={size}>
            <Icon name="sliders" size={16} />
            {shared.setting}
          </Button>
        </Dropdown>
      )}
      {mayFix && (
        <Button size={size} busy={fixing.busy} onClick={fixing.run}>
          {texts.menu.fix}
        </Button>
      )}
      <WarningsModal device={device} open={warnings} onClose={() => setWarnings(false)} />
    </>
  );
};
