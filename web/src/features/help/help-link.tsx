import { Link, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/help';
import { Icon } from '../../ui/icon.tsx';
import { helpFor } from './book.ts';
import css from './help-link.module.css';

const useSlug = (): string => useRouterState({ select: (state) => helpFor(state.location.pathname) });

/** Link in the header to the help about the current page. */
export const HelpLink = () => (
  <Link to="/help/$slug" params={{ slug: useSlug() }} className={css.link} aria-label={texts.open} title={texts.open}>
    <Icon name="help" size={18} />
  </Link>
);

/** The same link as a menu row. */
export const HelpRow = ({ onFollow }: { readonly onFollow: () => void }) => (
  <Link to="/help/$slug" params={{ slug: useSlug() }} onClick={onFollow}>
    <Icon name="help" size={20} />
    {texts.open}
  </Link>
);
