import { Link } from '@tanstack/react-router';
import { Drawer, Menu } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import css from './bottom-bar.module.css';
import type { Entry } from './entries.ts';
import { useProfileItems } from './profile-menu.tsx';

interface Props {
  readonly title: string;
  /** The links that have no place in the bottom bar. */
  readonly entries: readonly Entry[];
  readonly help: (onFollow: () => void) => ReactNode;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All other links of the navigation on a phone, and the person's own menu. */
export const More = ({ title, entries, help, open, onClose }: Props) => {
  const profile = useProfileItems();
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" title={title} size="auto">
      <Stack as="ul">
        {entries.map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className={css.more} onClick={onClose}>
              <Icon name={entry.icon} size={20} />
              {entry.label}
            </Link>
          </li>
        ))}
        <li className={css.help}>{help(onClose)}</li>
      </Stack>
      <Menu items={profile} selectable={false} onClick={onClose} className={css.menu} />
    </Drawer>
  );
};
