import type { Severity } from '@tocsin/contract/status';
import { Icon } from './icon.tsx';
import { severities } from './severity.ts';
import css from './status-tag.module.css';

interface Props {
  readonly severity: Severity;
  /** Replaces the severity's own word: 'Alarm, Absolute'. */
  readonly word?: string;
}

/** A status as colour, icon and word together. */
export const StatusTag = ({ severity, word }: Props) => {
  const look = severities[severity];
  return (
    <span className={`${css.tag} ${css[look.tone]}`} data-severity={severity}>
      <Icon name={look.icon} size={12} />
      <span className={word === undefined ? css.word : `${css.word} ${css.cut}`}>{word ?? look.word}</span>
    </span>
  );
};
