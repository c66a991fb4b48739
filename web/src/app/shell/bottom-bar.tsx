import { Link, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { type ReactNode, useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/late-part.tsx';
import { Text } from '../../ui/layout.tsx';
import { useLatched } from '../../ui/use-latched.ts';
import css from './bottom-bar.module.css';
import { bottomBar, entriesFor, entryOf, profileTitle } from './entries.ts';

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
  const here = entryOf(useRouterState({ select: (state) => state.location.pathname }));
  const entries = entriesFor(me);
  const first = entries.filter((entry) => bottomBar.includes(entry.to));
  const rest = entries.filter((entry) => !bottomBar.includes(entry.to));
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
      {first.map((entry) => (
        <Link key={entry.to} to={entry.to} className={css.link} aria-current={entry === here ? 'page' : undefined}>
          <Icon name={entry.icon} size={22} />
          {entry.short}
          {entry.to === '/notifications' && (
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
        aria-current={here && rest.includes(here) ? 'page' : undefined}
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
