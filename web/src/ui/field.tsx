import type { InputHTMLAttributes, ReactNode } from 'react';
import css from './field.module.css';
import { FieldFrame } from './field-frame.tsx';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Content at the right of the label, such as a link. */
  readonly beside?: ReactNode;
}

/** An input without antd, for pages that must load fast, with its label above and its help or error below. */
export const Field = ({ label, help, error, beside, ...input }: Props) => (
  <FieldFrame label={label} help={help} error={error} beside={beside}>
    {(control) => <input {...input} {...control} className={error ? css.wrong : css.input} />}
  </FieldFrame>
);
