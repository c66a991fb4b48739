import { texts } from '@tocsin/contract/texts/telemetry';
import { Form } from 'antd';
import { useState } from 'react';
import { ClockField } from './clock-field.tsx';
import { DayField } from './day-field.tsx';
import css from './form-pickers.module.css';

/** What `Form.Item` gives its field; the values are those of native inputs, '' while nothing is chosen. */
interface Props {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);
const useIsWrong = (): boolean => Form.Item.useStatus().status === 'error';

/** A day in a form, 'YYYY-MM-DD'. */
export const FormDay = ({ id, value = '', onChange }: Props) => (
  <DayField
    id={id}
    value={nullIfEmpty(value)}
    onDay={(day) => onChange?.(day ?? '')}
    isWrong={useIsWrong()}
    className={css.wide}
  />
);

/** A time of the day in a form, 'HH:mm'. */
export const FormTime = ({ id, value = '', onChange }: Props) => (
  <ClockField
    id={id}
    value={nullIfEmpty(value)}
    onTime={(time) => onChange?.(time ?? '')}
    isWrong={useIsWrong()}
    className={css.wide}
  />
);

interface MomentProps extends Props {
  /** The label of the form's item: it names the date alone. */
  readonly label: string;
}

/** A moment in a form, '2026-11-23T06:00' on the wall clock of a zone that the form shows; '' until both are chosen. */
export const FormMoment = ({ id, value = '', onChange, label }: MomentProps) => {
  const isWrong = useIsWrong();
  const [half, setHalf] = useState<{ readonly date: string | null; readonly time: string | null } | null>(null);
  const [date = '', time = ''] = value.split('T');
  const shown = half ?? { date: nullIfEmpty(date), time: nullIfEmpty(time) };
  const change = (next: typeof shown): void => {
    const isWhole = next.date !== null && next.time !== null;
    setHalf(isWhole || (next.date === null && next.time === null) ? null : next);
    onChange?.(isWhole ? `${next.date}T${next.time}` : '');
  };
  return (
    <div className={css.moment}>
      <DayField id={id} value={shown.date} onDay={(day) => change({ ...shown, date: day })} isWrong={isWrong} />
      <ClockField
        label={`${label}, ${texts.time}`}
        value={shown.time}
        onTime={(clock) => change({ ...shown, time: clock })}
        isWrong={isWrong}
      />
    </div>
  );
};
