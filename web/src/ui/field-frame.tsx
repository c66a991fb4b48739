import { type ReactNode, useId } from 'react';
import css from './field.module.css';

interface Control {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

interface Props {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Content at the right of the label, such as a link. */
  readonly beside?: ReactNode;
  readonly children: (control: Control) => ReactNode;
}

/** A label above a control, and its help or error below. */
export const FieldFrame = ({ label, help, error, beside, children }: Props) => {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={error ? css.error : css.help} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
};
