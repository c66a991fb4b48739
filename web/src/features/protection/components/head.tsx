import type { ProtectionKind, ProtectionList } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { shownKinds } from '../model.ts';
import css from './head.module.css';

const parts = ['tested', 'moved', 'alarmed', 'not_proven'] as const;

/** Percentage of sensors that were proven alive within 30 days, with the counts behind it. */
const Proven = ({ proven }: { readonly proven: ProtectionList['proven'] }) => {
  const alive = proven.sensors - proven.not_proven;
  return (
    <section className={css.proven} aria-label={texts.proven}>
      <p className={css.share}>
        <strong>{proven.share}</strong>%
      </p>
      <p className={css.words}>
        <b>{texts.proven}</b>
        <span>
          {proven.sensors === 0 ? texts.noSensors : texts.provenOf(alive, proven.sensors)}
          {proven.change !== null && `, ${texts.change(proven.change)}`}
        </span>
      </p>
      <div className={css.bar} aria-hidden="true">
        {parts.map((part) =>
          proven[part] === 0 ? null : <span key={part} className={css[part]} style={{ flexGrow: proven[part] }} />,
        )}
      </div>
      <ul className={css.legend}>
        {parts.map((part) => (
          <li key={part}>
            <span className={css[part]} aria-hidden="true" />
            {texts.parts[part](proven[part])}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface Props {
  readonly list: ProtectionList;
  readonly kind: ProtectionKind | null;
  readonly onPick: (kind: ProtectionKind | null) => void;
}

/** The key figure, and the number of entries of each kind as filters of the list. */
export const Head = ({ list, kind, onPick }: Props) => (
  <div className={css.head}>
    <Proven proven={list.proven} />
    <fieldset className={css.kinds} aria-label={texts.columns.kind}>
      {[[null, list.total] as const, ...shownKinds(list.by_kind)].map(([each, count]) => (
        <button
          key={each ?? 'all'}
          type="button"
          className={css.kind}
          aria-pressed={each === kind}
          onClick={() => onPick(each)}
        >
          <b>{count}</b>
          <span>{each === null ? texts.all : texts.kinds[each]}</span>
        </button>
      ))}
    </fieldset>
  </div>
);
