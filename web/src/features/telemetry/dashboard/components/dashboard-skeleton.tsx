import { Stack } from '../../../../ui/layout.tsx';
import { Skeleton } from '../../../../ui/states.tsx';
import css from './dashboard-skeleton.module.css';

/** Placeholder for the dashboard until its first document arrives. */
export const DashboardSkeleton = ({ text }: { readonly text: string }) => (
  <Stack gap={8} padding="14px var(--page-pad)" className={css.skeleton}>
    <p role="status">{text}</p>
    <Skeleton width={120} />
    <div className={css.cards}>
      {Array.from(Array(14).keys(), (number) => (
        <Stack key={number} surface alignContent="start" gap={12} padding={12} className={css.card}>
          <Skeleton width="70%" height={14} />
          <Skeleton width="55%" height={28} />
          <Skeleton width="40%" height={14} />
        </Stack>
      ))}
    </div>
  </Stack>
);
