import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { Segments } from '../../ui/segments.tsx';
import { chooseTheme, useThemeChoice } from '../../ui/theme.ts';
import css from './bottom-bar.module.css';
import type { Entry } from './entries.ts';
import { logout, themes } from './profile-menu.tsx';

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
  const theme = useThemeChoice();
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" title={title} size="auto">
      <Stack as="ul">
        {entries.map(({ name, to, icon }) => (
          <li key={name}>
            <Link to={to} className={css.more} onClick={onClose}>
              <Icon name={icon} size={20} />
              {texts.entries[name].label}
            </Link>
          </li>
        ))}
        <li className={css.help}>{help(onClose)}</li>
      </Stack>
      <Stack as="ul" borderTop="1px solid var(--line)">
        <li>
          <Link to="/user/setting" className={css.more} onClick={onClose}>
            <Icon name="user" size={20} />
            {texts.settings}
          </Link>
        </li>
        <Row as="li" wrap gap={8} justify="space-between" padding="4px 0">
          {texts.theme}
          <Segments
            label={texts.theme}
            items={themes.map((key) => ({ key, label: texts.themes[key] }))}
            current={theme}
            onPick={chooseTheme}
          />
        </Row>
        <li>
          <Text
            as="button"
            type="button"
            width="100%"
            border={0}
            background="none"
            className={css.more}
            onClick={() => void logout()}
          >
            <Icon name="signOut" size={20} />
            {texts.logout}
          </Text>
        </li>
      </Stack>
    </Drawer>
  );
};
