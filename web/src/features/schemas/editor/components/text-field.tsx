import css from './components.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly wide?: boolean;
  readonly onValue: (value: string) => void;
}

export const TextField = ({ label, value, maxLength, wide = true, onValue }: Props) => (
  <label className={wide ? css.field : css.inlineField}>
    {label}
    <input
      type="text"
      value={value}
      maxLength={maxLength}
      aria-invalid={value.trim() === ''}
      onChange={(event) => onValue(event.target.value)}
    />
  </label>
);
