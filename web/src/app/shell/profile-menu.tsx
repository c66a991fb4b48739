import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/accounts';
import { texts as offline } from '@tocsin/contract/texts/offline';
import { texts } from '@tocsin/contract/texts/shell';
import { Dropdown, type MenuProps } from 'antd';
import { call } from '../../api/call.ts';
import { readWaiting } from '../../api/offline-queue.ts';
import { signOut } from '../../api/session.ts';
import type { Me } from '../../domain/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme.ts';
import { initials, profileTitle } from './entries.ts';
import css from './profile-menu.module.css';

export const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];
const themeIcons = { system: 'screen', light: 'sun', dark: 'moon' } as const;

/** Ends the session on the server; the token is removed even if the call fails. Asks while entries wait to be sent. */
export const logout = async (): Promise<void> => {
  const { entries, locked } = await readWaiting().catch(() => ({ entries: [], locked: 0 }));
  const count = entries.length + locked;
  if (count > 0 && !window.confirm(`${offline.signOutAsk(count)} ${offline.signOutAbout}`)) return;
  await call(endpoints.logout).catch(() => undefined);
  signOut();
};

const useProfileItems = (): NonNullable<MenuProps['items']> => {
  const navigate = useNavigate();
  const theme = useThemeChoice();
  return [
    {
      key: 'settings',
      icon: <Icon name="user" size={16} />,
      label: texts.settings,
      onClick: () => void navigate({ to: '/user/setting' as string }),
    },
    {
      key: 'my-notifications',
      icon: <Icon name="bell" size={16} />,
      label: texts.myNotifications,
      onClick: () => void navigate({ to: '/my-notifications' }),
    },
    { type: 'divider' },
    {
      type: 'group',
      key: 'theme',
      label: texts.theme,
      children: themes.map((choice) => ({
        key: choice,
        icon: <Icon name={themeIcons[choice]} size={16} />,
        label: texts.themes[choice],
        extra: choice === theme ? <Icon name="tick" size={14} label={texts.chosen} /> : undefined,
        onClick: () => chooseTheme(choice),
      })),
    },
    { type: 'divider' },
    { key: 'logout', icon: <Icon name="signOut" size={16} />, label: texts.logout, onClick: () => void logout() },
  ];
};

export const ProfileMenu = ({ me, small }: { readonly me: Me; readonly small: boolean }) => {
  const items = useProfileItems();
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="topLeft">
      <Row
        type="button"
        as="button"
        gap={8}
        minWidth={0}
        height={40}
        padding="0 6px"
        borderRadius="var(--r-button)"
        weight={550}
        className={css.opener}
        title={profileTitle(me)}
        aria-haspopup="menu"
      >
        <span className={css.avatar} aria-hidden="true">
          {initials(me)}
        </span>
        <span className={small ? 'unseen' : css.name}>{profileTitle(me)}</span>
      </Row>
    </Dropdown>
  );
};
