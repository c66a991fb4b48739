import css from './segments.module.css';

interface Props<K extends string> {
  readonly label: string;
  readonly items: readonly { readonly key: K; readonly label: string }[];
  readonly current: K;
  readonly onPick: (key: K) => void;
}

/** A row of options with one selected. */
export const Segments = <K extends string>({ label, items, current, onPick }: Props<K>) => (
  <div className={css.segments} role="tablist" aria-label={label}>
    {items.map((item) => (
      <button
        key={item.key}
        type="button"
        role="tab"
        aria-selected={item.key === current}
        onClick={() => onPick(item.key)}
      >
        {item.label}
      </button>
    ))}
  </div>
);
