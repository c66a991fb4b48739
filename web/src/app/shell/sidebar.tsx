import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { type ReactNode, useEffect, useState } from 'react';
import { layoutQuery } from '../../domain/layout.ts';
import type { Me } from '../../domain/me.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Row, Stack, Text } from '../../ui/layout.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTablet } from '../../ui/use-media.ts';
import { Connection } from './connection.tsx';
import { entries } from './entries.ts';
import { useOpenPage, useShows } from './page-frame.tsx';
import { pages } from './pages.ts';
import { ProfileMenu } from './profile-menu.tsx';
import css from './sidebar.module.css';

interface Props {
  readonly me: Me;
  readonly alarms: ReactNode;
  /** The number on the link to the protection list. */
  readonly protection: ReactNode;
  readonly news: ReactNode;
}

/** The sidebar: 200 px wide, or 80 px collapsed; initially collapsed in windows narrower than 1000 px. */
export const Sidebar = ({ me, alarms, protection, news }: Props) => {
  const tablet = useTablet();
  const [collapsed, setCollapsed] = useState(tablet);
  useEffect(() => setCollapsed(tablet), [tablet]);
  const open = useOpenPage();
  const here = open && pages[open].entry;
  const shows = useShows(me);
  // The client's own logo replaces the default one (docs/spec/administration.md, section 1).
  const logo = useQuery(layoutQuery()).data?.logo;
  const company = me.current_client?.company ?? texts.product;
  return (
    <nav className={collapsed ? css.collapsed : css.sidebar} aria-label={texts.navigation}>
      <Link to="/sites" className={css.logo} aria-label={texts.product}>
        {logo ? <img src={logo} alt={company} /> : <Logo size={collapsed ? 28 : 22} />}
        {!collapsed && !logo && <span>{texts.product}</span>}
      </Link>
      <Stack as="ul" gap={2} padding={8} className={css.links}>
        {entries
          .filter(({ to }) => shows(to))
          .map(({ name, to, icon, isWithin }) => (
            <li key={name}>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className={`${css.link} ${isWithin ? css.within : ''}`}
                aria-current={name === here ? 'page' : undefined}
                title={collapsed ? texts.entries[name].label : undefined}
              >
                <Icon name={icon} size={18} />
                <Text whiteSpace="nowrap">{texts.entries[name][collapsed ? 'short' : 'label']}</Text>
                {(name === 'notifications' || name === 'protection') && (
                  <Row as="span" inline gap={4} marginLeft="auto" align="stretch" className={css.count}>
                    {name === 'protection' ? protection : alarms}
                  </Row>
                )}
              </Link>
            </li>
          ))}
      </Stack>
      {!collapsed && (
        <Text as="div" flex={1} overflow="hidden auto" padding="8px 16px" minHeight={0}>
          {news}
        </Text>
      )}
      <Connection small={collapsed} />
      <Row
        justify="space-between"
        gap={4}
        margin="0 8px"
        padding="8px 0"
        borderTop="1px solid var(--line)"
        className={css.foot}
      >
        <ProfileMenu me={me} small={collapsed} />
        <IconButton
          icon={collapsed ? 'right' : 'left'}
          size={16}
          label={collapsed ? texts.expand : texts.collapse}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        />
      </Row>
    </nav>
  );
};
