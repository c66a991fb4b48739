import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '../api/http.ts';
import { Stack, Text } from '../ui/layout.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { usePageTitle } from '../ui/tab-sign.ts';
import css from './link-page.module.css';
import { ProductHeader } from './product-header.tsx';

interface Props<T> {
  readonly queryKey: readonly string[];
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly t: {
    readonly title: string;
    readonly loading: string;
    readonly unknownTitle: string;
    readonly unknown: string;
    readonly failed: string;
  };
  /** Below the words for a link that names nothing any more. */
  readonly elsewhere?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** The page of a mailed link, which needs no sign-in: what it is about, read once, or that it does not work. */
export const LinkPage = <T,>({ queryKey, read, t, elsewhere, children }: Props<T>) => {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUnknown = error instanceof CallError && error.status === 404;
  usePageTitle(isUnknown ? t.unknownTitle : t.title);
  return (
    <LinkCard>
      {data ? (
        children(data)
      ) : error === null ? (
        <Loading text={t.loading} />
      ) : isUnknown ? (
        <>
          <h1>{t.unknownTitle}</h1>
          <p>{t.unknown}</p>
          {elsewhere}
        </>
      ) : (
        <Failed text={t.failed} again={() => void refetch()} />
      )}
    </LinkCard>
  );
};

/** One card below the product's name. */
const LinkCard = ({ children }: { readonly children: ReactNode }) => (
  <Text as="div" minHeight="100dvh" background="var(--canvas)">
    <ProductHeader />
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
