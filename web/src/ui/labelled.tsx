import { cloneElement, type ReactElement, useId } from 'react';
import css from './labelled.module.css';
import { Text } from './layout.tsx';

interface Props {
  readonly label: string;
  readonly error?: string | null | undefined;
  readonly className?: string | undefined;
  /** The control; it gets the id to which the label refers. */
  readonly children: ReactElement<{ readonly id?: string }>;
}

/** A small label above any control, and its error below. */
export const Labelled = ({ label, error, className, children }: Props) => {
  const id = useId();
  return (
    <div className={[css.labelled, className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id })}
      {error && (
        <Text tone="alarm" size={12} line={16} role="alert">
          {error}
        </Text>
      )}
    </div>
  );
};
