import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import css from './field.module.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** At the right of the label: a link that belongs to this field. */
  readonly beside?: ReactNode;
}

/** A labelled input without antd, for pages that must load fast. Label above, help or error below. */
export const Field = ({ label, help, error, beside, ...input }: Props) => {
  const id = useId();
  const note = error ?? help;
  return (
    <div className={css.field}>
      <div className={css.head}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <input
        id={id}
        {...input}
        className={error ? css.wrong : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <p id={`${id}-note`} className={error ? css.error : css.help} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
};
