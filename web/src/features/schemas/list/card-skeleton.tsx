import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import css from './list.module.css';

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholders for the cards while the list loads. */
export const CardSkeleton = ({ count }: { readonly count: number }) => (
  <>
    {keys.slice(0, count).map((key) => (
      <Stack key={key} grows surface position="relative" overflow="hidden" className={css.card}>
        <Skeleton width="100%" height={184} />
        <Stack
          grows
          flex={1}
          align="flex-start"
          gap={4}
          padding="12px 16px 8px"
          borderTop="1px solid var(--line)"
          className={css.words}
        >
          <Skeleton width="50%" height={22} />
          <Skeleton width="30%" />
          <Skeleton width="70%" />
        </Stack>
      </Stack>
    ))}
  </>
);
