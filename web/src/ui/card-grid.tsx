import type { ReactNode } from 'react';
import css from './card-grid.module.css';
import { Icon } from './icon.tsx';
import { Skeleton } from './states.tsx';
import { useAction } from './use-action.ts';

/** A grid of cards, as many per row as the width allows. */
export const CardGrid = ({ children }: { readonly children: ReactNode }) => <div className={css.grid}>{children}</div>;

interface PickProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  /** A control beside the title. */
  readonly action?: ReactNode;
  /** Absent: the card cannot be pressed. */
  readonly onPick?: (() => Promise<void>) | undefined;
  readonly current?: boolean;
  readonly tone?: 'hatch' | undefined;
}

/** A card that is pressed as a whole, such as a site, device or schema. */
export const PickCard = ({ title, children, footer, action, onPick, current, tone }: PickProps) => {
  const { run: pick, busy } = useAction(async () => onPick?.());
  return (
    <article className={`${css.card} ${current ? css.current : ''} ${tone ? css[tone] : ''}`} aria-busy={busy}>
      <div className={css.head}>
        <h2>
          {onPick ? (
            <button type="button" className={css.pick} onClick={pick} disabled={busy}>
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {action && <span className={css.action}>{action}</span>}
      </div>
      <div className={css.body}>{children}</div>
      <div className={css.foot}>{footer}</div>
    </article>
  );
};

/** The last card of a grid, which adds an item. */
export const AddCard = ({ label, onAdd }: { readonly label: string; readonly onAdd?: (() => void) | undefined }) => (
  <button type="button" className={css.add} onClick={onAdd} disabled={!onAdd}>
    <Icon name="plus" size={20} />
    {label}
  </button>
);

/** Placeholders for the cards while they load. */
export const PickCardSkeleton = ({ count }: { readonly count: number }) => (
  <>
    {Array.from(Array(count).keys(), (number) => (
      <div key={number} className={css.card}>
        <Skeleton width="60%" height={22} />
        <Skeleton width="80%" />
        <Skeleton width="40%" />
      </div>
    ))}
  </>
);
