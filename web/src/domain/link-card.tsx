import { Link } from '@tanstack/react-router';
import { texts as product } from '@tocsin/contract/texts/accounts';
import type { ReactNode } from 'react';
import { Row, Stack, Text } from '../ui/layout.tsx';
import { Logo } from '../ui/logo.tsx';
import css from './link-card.module.css';

/** The page of a mailed link, which needs no sign-in: one card below the product's name. */
export const LinkCard = ({ children }: { readonly children: ReactNode }) => (
  <Text as="div" minHeight="100dvh" background="var(--canvas)">
    <Row
      as="header"
      height={56}
      padding="0 24px"
      borderBottom="1px solid var(--line)"
      background="var(--surface)"
      className={css.header}
    >
      <Link to="/" className={css.logo} aria-label={product.landing.header.home}>
        <Logo size={28} />
        <span>{product.product}</span>
      </Link>
    </Row>
    <Stack
      as="main"
      gap={12}
      width="min(480px, 100% - 24px)"
      margin="clamp(12px, 6vh, 72px) auto 32px"
      padding="24px 28px 28px"
      border="1px solid var(--line)"
      borderRadius={14}
      background="var(--surface)"
      className={css.card}
    >
      {children}
    </Stack>
  </Text>
);
