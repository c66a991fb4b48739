import { texts } from '@tocsin/contract/texts/accounts';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { blocks } from './block-list.ts';
import { Blocks } from './blocks.tsx';
import { LivingDrawing } from './living-drawing.tsx';
import './page.css';

/** Background silhouettes behind the hero: four silos on the ground line, one step darker than the background. */
const Silo = ({ x }: { readonly x: number }) => (
  <g transform={`translate(${x} 0)`}>
    <path d="M0 78L70 24H94L164 78M70 24V14H94V24M6 82H158V330H6ZM0 78H164V84H0ZM0 328H164V336H0Z" />
    <path d={Array.from({ length: 15 }, (_, i) => `M6 ${98 + i * 15.5}H158`).join('')} />
    <path d="M8 336L68 392H96L156 336M68 392H96V400H68Z" />
    <path d="M10 336V430M22 336V430M142 336V430M154 336V430M22 400L142 428M142 400L22 428" />
  </g>
);

const Silos = () => (
  <svg className="hero-silos" viewBox="0 0 1120 430" aria-hidden="true" focusable="false">
    {[4, 190, 376, 562, 748, 934].map((x) => (
      <Silo key={x} x={x} />
    ))}
  </svg>
);

const t = texts.landing;

const Header = ({ logo }: { readonly logo: ReactNode }) => (
  <header className="lp-header">
    <a className="lp-logo" href="#top" aria-label={t.header.home}>
      {logo}
    </a>
    <nav aria-label={t.header.nav}>
      <a className="lp-wide-only" href="#what">
        {t.header.what}
      </a>
      <a className="lp-wide-only" href="#products">
        {t.header.products}
      </a>
      <details className="lp-contact">
        <summary>
          {t.header.contact}
          <Icon name="down" size={16} />
        </summary>
        <div>
          <a href="/feedback">{t.header.feedback}</a>
        </div>
      </details>
    </nav>
  </header>
);

const DefaultLogo = () => (
  <>
    <Logo size={32} />
    <span>{texts.product}</span>
  </>
);

const Strip = () => (
  <nav className="lp-strip" aria-label={t.blocks.title}>
    <ul>
      {blocks.map(({ id, title, icon }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <Icon name={icon} size={20} />
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const Safety = () => (
  <p className="lp-safety">
    <strong>{t.notSafety.title}</strong> {t.notSafety.short} <span>{t.notSafety.rest}</span>
  </p>
);

type Props = {
  /** Footer links: terms and the operator's static pages. */
  readonly footLinks: readonly { readonly title: string; readonly onOpen: () => void }[];
  /** The client's own logo, if the layout settings name one. */
  readonly logoUrl: string | null;
  readonly alerts: ReactNode;
  /** The sign-in form and the dialogs it opens. */
  readonly signInCard: ReactNode;
  /** The demo users; empty outside the demo. */
  readonly demo?: ReactNode;
  readonly year: number;
};

export const LandingView = ({ logoUrl, alerts, signInCard, demo, year, footLinks }: Props) => (
  <div className="lp" id="top">
    <Header logo={logoUrl ? <img src={logoUrl} alt={texts.product} height={40} /> : <DefaultLogo />} />
    {alerts}
    <main>
      <section className="hero">
        <Silos />
        <div className="hero-in">
          <div className="hero-pitch">
            <h1>{t.headline}</h1>
            <p className="hero-copy">
              {t.copy} <a href="#what">{t.learnMore}</a>
            </p>
            <LivingDrawing />
          </div>
          <div className="hero-sign-in">
            <div className="lp-sign-in">{signInCard}</div>
            {demo}
            <Safety />
          </div>
        </div>
      </section>
      <Strip />
      <Blocks />
    </main>
    <footer className="lp-footer">
      <span>{t.footer(year)}</span>
      <ul>
        {footLinks.map((link) => (
          <li key={link.title}>
            <button type="button" className="lp-foot-link" data-early={link.title} onClick={link.onOpen}>
              {link.title}
            </button>
          </li>
        ))}
      </ul>
      <a href="#top" className="lp-to-top">
        <Icon name="up" size={16} />
        {t.backToTop}
      </a>
    </footer>
  </div>
);
