import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
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

/** A number field that applies valid values within its bounds and says the bounds for any other, also after it was taken back. */
export const NumberField = ({ label, value, min, max, step = 1, help, wide = true, onValue }: Props) => {
  const [text, setText] = useState(String(value));
  const [isOutside, setIsOutside] = useState(false);
  useEffect(() => setText(String(value)), [value]);
  const isRight = (typed: string): boolean => typed.trim() !== '' && Number(typed) >= min && Number(typed) <= max;
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
        aria-invalid={!isRight(text)}
        onChange={(event) => {
          setText(event.target.value);
          setIsOutside(!isRight(event.target.value));
          if (isRight(event.target.value)) onValue(Number(event.target.value));
        }}
        onBlur={() => setText(String(value))}
      />
      {isOutside ? <small role="alert">{texts.allowed(min, max)}</small> : help && <small>{help}</small>}
    </label>
  );
};
