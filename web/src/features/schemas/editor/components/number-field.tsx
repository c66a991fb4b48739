import { useEffect, useState } from 'react';
import css from './components.module.css';

interface Props {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly help?: string;
  readonly wide?: boolean;
  readonly onValue: (value: number) => void;
}

/** A number field that applies valid values within its bounds and leaves any other text as typed. */
export const NumberField = ({ label, value, min, max, step = 1, help, wide = true, onValue }: Props) => {
  const [text, setText] = useState(String(value));
  useEffect(() => setText(String(value)), [value]);
  const number = Number(text);
  const isRight = text.trim() !== '' && Number.isFinite(number) && number >= min && number <= max;
  return (
    <label className={wide ? css.field : css.inlineField}>
      {label}
      <input
        type="number"
        inputMode="decimal"
        value={text}
        min={min}
        max={max}
        step={step}
        aria-invalid={!isRight}
        onChange={(event) => {
          setText(event.target.value);
          const next = Number(event.target.value);
          if (event.target.value.trim() !== '' && next >= min && next <= max) onValue(next);
        }}
        onBlur={() => setText(String(value))}
      />
      {help && <small>{help}</small>}
    </label>
  );
};
