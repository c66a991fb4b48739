import { type ReactNode, useId } from 'react';
import css from './labelled.module.css';

interface Props {
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly className?: string | undefined;
  /** Renders the control with the id to which the label refers. */
  readonly children: (id: string) => ReactNode;
}

/** A small label above any control, and its error below. */
export const Labelled = ({ label, error, className, children }: Props) => {
  const id = useId();
  return (
    <div className={[css.labelled, className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error && (
        <span className={css.error} role="alert">
          {error}
        </span>
      )}
    </div>
  );
};
