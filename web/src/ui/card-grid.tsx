import type { ReactNode } from 'react';
import css from './card-grid.module.css';
import { Icon } from './icon.tsx';
import { Grid, Row, Text } from './layout.tsx';
import { Skeleton } from './states.tsx';
import { useAction } from './use-action.ts';

/** A grid of cards of at least this width in px, as many per row as the page allows. */
export const CardGrid = ({ children, least = 280 }: { readonly children: ReactNode; readonly least?: number }) => (
  <Grid
    columns={`repeat(auto-fill, minmax(min(100%, ${least}px), 1fr))`}
    gap="var(--grid-gap)"
    padding="0 var(--page-pad) 20px"
    className={css.grid}
  >
    {children}
  </Grid>
);

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
      <Row align="flex-start" justify="space-between" gap={8} className={css.head}>
        <h2>
          {onPick ? (
            <Text
              type="button"
              as="button"
              padding={0}
              weight={600}
              textAlign="left"
              className={css.pick}
              onClick={pick}
              disabled={busy}
            >
              {title}
            </Text>
          ) : (
            title
          )}
        </h2>
        {action && <span className={css.action}>{action}</span>}
      </Row>
      <Text as="div" tone="quiet" overflowWrap="anywhere" whiteSpace="pre-line" className={css.body}>
        {children}
      </Text>
      <Row
        justify="space-between"
        wrap
        gap="4px 8px"
        minHeight={20}
        tone="faint"
        size={12}
        line={16}
        className={css.foot}
      >
        {footer}
      </Row>
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
