import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import type { ReactNode } from 'react';
import { useToken } from '../../../api/session.ts';
import { Logo } from '../../../ui/logo.tsx';
import { usePageTitle } from '../../../ui/tab-sign.ts';
import { AlertArea } from './alert-area.tsx';
import css from './public-page.module.css';

type Props = {
  readonly title: string;
  readonly about?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** A page outside the signed-in shell: a logo that links to the landing page, and one card with the content. */
export const PublicPage = ({ title, about, wide, children }: Props) => {
  const signedIn = useToken() !== null;
  usePageTitle(title);
  return (
    <div className={css.page}>
      <header className={css.header}>
        <Link to="/" className={css.logo} aria-label={texts.landing.header.home}>
          <Logo size={28} />
          <span>{texts.product}</span>
        </Link>
      </header>
      <main className={wide ? `${css.card} ${css.wide}` : css.card}>
        <h1>{title}</h1>
        {about && <p className={css.about}>{about}</p>}
        <AlertArea className="in-dialog" />
        {children}
      </main>
      {signedIn ? null : <footer className={css.footer}>{texts.landing.footer(new Date().getFullYear())}</footer>}
    </div>
  );
};
