import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { type ReactNode, useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Text } from '../../ui/layout.tsx';
import { useLatched } from '../../ui/use-latched.ts';
import css from './bottom-bar.module.css';
import { bottomBar, entries, profileTitle } from './entries.ts';
import { useOpenPage, useShows } from './page-frame.tsx';
import { pages } from './pages.ts';

const More = latePart(async () => (await import('./more.tsx')).More);

interface Props {
  readonly me: Me;
  readonly alarms: ReactNode;
  /** Renders a link to the help about this page, which calls back when it is followed. */
  readonly help: (onFollow: () => void) => ReactNode;
}

/** The navigation on a phone: Dashboard, Graphs, Alarms, Plant, and all other links under More. */
export const BottomBar = ({ me, alarms, help }: Props) => {
  const [open, setOpen] = useState(false);
  const shows = useShows(me);
  const page = useOpenPage();
  const here = page && pages[page].entry;
  const shown = entries.filter(({ to }) => shows(to));
  const first = shown.filter(({ name }) => bottomBar.includes(name));
  const rest = shown.filter(({ name }) => !bottomBar.includes(name));
  const hasOpened = useLatched(open);
  return (
    <Text
      data-bottom-bar
      as="nav"
      position="fixed"
      zIndex={30}
      right={0}
      bottom={0}
      left={0}
      paddingBottom="env(safe-area-inset-bottom)"
      borderTop="1px solid var(--line)"
      background="var(--surface)"
      className={css.bar}
      aria-label={texts.navigation}
    >
      {first.map(({ name, to, icon }) => (
        <Link
          key={name}
          to={to}
          activeOptions={{ exact: true }}
          className={css.link}
          aria-current={name === here ? 'page' : undefined}
        >
          <Icon name={icon} size={22} />
          {texts.entries[name].short}
          {name === 'notifications' && (
            <Text position="absolute" top={4} left="calc(50% + 4px)" className={css.count}>
              {alarms}
            </Text>
          )}
        </Link>
      ))}
      <button
        type="button"
        className={css.link}
        aria-expanded={open}
        aria-current={rest.some(({ name }) => name === here) ? 'page' : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" size={22} />
        {texts.more}
      </button>
      {hasOpened && (
        <More title={profileTitle(me)} entries={rest} help={help} open={open} onClose={() => setOpen(false)} />
      )}
    </Text>
  );
};
