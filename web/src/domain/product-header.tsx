import { Link } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { Row } from '../ui/layout.tsx';
import { Logo } from '../ui/logo.tsx';
import css from './product-header.module.css';

/** The product's name above a page outside the signed-in shell; it links to the landing page. */
export const ProductHeader = () => (
  <Row
    as="header"
    height={56}
    padding="0 24px"
    borderBottom="1px solid var(--line)"
    background="var(--surface)"
    className={css.header}
  >
    <Link to="/" className={css.logo} aria-label={texts.landing.header.home}>
      <Logo size={28} />
      <span>{texts.product}</span>
    </Link>
  </Row>
);
