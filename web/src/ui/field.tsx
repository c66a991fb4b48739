import type { InputHTMLAttributes, ReactNode } from 'react';
import css from './field.module.css';
import { FieldFrame } from './field-frame.tsx';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** At the right of the label: a link that belongs to this field. */
  readonly beside?: ReactNode;
}

/** A labelled input without antd, for pages that must load fast. Label above, help or error below. */
export const Field = ({ label, help, error, beside, ...input }: Props) => (
  <FieldFrame label={label} help={help} error={error} beside={beside}>
    {(control) => <input {...input} {...control} className={error ? css.wrong : css.input} />}
  </FieldFrame>
);
