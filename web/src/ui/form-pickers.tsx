import { texts } from '@tocsin/contract/texts/telemetry';
import { Form } from 'antd';
import { ClockField } from './clock-field.tsx';
import { DayField } from './day-field.tsx';
import css from './form-pickers.module.css';
import { Grid } from './layout.tsx';

/** Props set by `Form.Item`; values have the format of native inputs, or '' while nothing is chosen. */
interface Props {
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);
const useIsWrong = (): boolean => Form.Item.useStatus().status === 'error';

/** Form field for a day, 'YYYY-MM-DD'. */
export const FormDay = ({ id, value = '', onChange }: Props) => (
  <DayField
    id={id}
    value={nullIfEmpty(value)}
    onDay={(day) => onChange?.(day ?? '')}
    isWrong={useIsWrong()}
    className={css.wide}
  />
);

/** Form field for a time of day, 'HH:mm'. */
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
  /** The label of the form item, which names only the date field. */
  readonly label: string;
}

const today = (): string => new Date().toLocaleDateString('sv-SE');

/**
 * Form field for a wall time, '2026-11-23T06:00' or '', in a zone that the form must show. Choosing only a day sets the
 * time 00:00, choosing only a time sets today; clearing one clears both.
 */
export const FormMoment = ({ id, value = '', onChange, label }: MomentProps) => {
  const isWrong = useIsWrong();
  const [date = '', time = ''] = value.split('T');
  const change = (day: string | null, clock: string | null): void =>
    onChange?.(day === null || clock === null ? '' : `${day}T${clock}`);
  return (
    <Grid columns="minmax(0, 3fr) minmax(0, 2fr)" gap={8}>
      <DayField id={id} value={nullIfEmpty(date)} onDay={(day) => change(day, time || '00:00')} isWrong={isWrong} />
      <ClockField
        label={`${label}, ${texts.time}`}
        placeholder={texts.time}
        value={nullIfEmpty(time)}
        onTime={(clock) => change(date || today(), clock)}
        isWrong={isWrong}
      />
    </Grid>
  );
};
