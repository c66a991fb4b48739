import { Skeleton } from '../../../ui/states.tsx';
import css from './list.module.css';

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholders for the cards while the list loads. */
export const CardSkeleton = ({ count }: { readonly count: number }) => (
  <>
    {keys.slice(0, count).map((key) => (
      <div key={key} className={css.card}>
        <Skeleton width="100%" height={184} />
        <div className={css.words}>
          <Skeleton width="50%" height={22} />
          <Skeleton width="30%" />
          <Skeleton width="70%" />
        </div>
      </div>
    ))}
  </>
);
