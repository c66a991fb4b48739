import { texts } from '@tocsin/contract/texts/accounts';
import type { ReactNode } from 'react';
import { useToken } from '../../../api/session.ts';
import { ProductHeader } from '../../../domain/product-header.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
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
    <Stack grows minHeight="100dvh" background="var(--canvas)">
      <ProductHeader />
      <main className={wide ? `${css.card} ${css.wide}` : css.card}>
        <h1>{title}</h1>
        {about && (
          <Text as="p" marginBottom={16} tone="quiet">
            {about}
          </Text>
        )}
        <AlertArea className="in-dialog" />
        {children}
      </main>
      {signedIn ? null : (
        <Text
          as="footer"
          marginTop="auto"
          padding="16px 24px"
          borderTop="1px solid var(--line)"
          background="var(--surface)"
          tone="quiet"
        >
          {texts.landing.footer(new Date().getFullYear())}
        </Text>
      )}
    </Stack>
  );
};
