import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { type ReactNode, useEffect, useState } from 'react';
import { layoutQuery } from '../../domain/layout.ts';
import type { Me } from '../../domain/me.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useTablet } from '../../ui/use-media.ts';
import { Connection } from './connection.tsx';
import { entriesFor, entryOf } from './entries.ts';
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
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = entryOf(path);
  // The client's own logo replaces the default one (docs/spec/administration.md, section 1).
  const logo = useQuery(layoutQuery()).data?.logo;
  const company = me.current_client?.company ?? texts.product;
  return (
    <nav className={collapsed ? css.collapsed : css.sidebar} aria-label={texts.navigation}>
      <Link to="/sites" className={css.logo} aria-label={texts.product}>
        {logo ? <img src={logo} alt={company} /> : <Logo size={collapsed ? 28 : 22} />}
        {!collapsed && !logo && <span>{texts.product}</span>}
      </Link>
      <ul className={css.links}>
        {entriesFor(me).map((entry) => (
          <li key={entry.to}>
            <Link
              to={entry.to}
              className={css.link}
              aria-current={entry === here ? 'page' : undefined}
              title={collapsed ? entry.label : undefined}
            >
              <Icon name={entry.icon} size={18} />
              <span className={css.label}>{collapsed ? entry.short : entry.label}</span>
              {entry.to === '/notifications' && <span className={css.count}>{alarms}</span>}
              {entry.to === '/protection' && <span className={css.count}>{protection}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {!collapsed && <div className={css.news}>{news}</div>}
      <Connection small={collapsed} />
      <div className={css.foot}>
        <ProfileMenu me={me} small={collapsed} />
        <IconButton
          icon={collapsed ? 'right' : 'left'}
          size={16}
          label={collapsed ? texts.expand : texts.collapse}
          aria-expanded={!collapsed}
          onClick={() => setCollapsed(!collapsed)}
        />
      </div>
    </nav>
  );
};
