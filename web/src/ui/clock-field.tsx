import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import { EnterTakesTyped } from './enter-in-picker.tsx';

interface Props {
  /** Names the field; undefined where a `<label>` of the id does. */
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  /** In the empty field; without it, the label. */
  readonly placeholder?: string;
  /** 'HH:mm', or null while nothing is chosen. */
  readonly value: string | null;
  readonly onTime: (time: string | null) => void;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean | undefined;
  /** As high as the fields of ui/field.tsx. */
  readonly isLarge?: boolean;
  readonly className?: string | undefined;
}

/** A time of the day in 24 hours: chosen from lists, or typed. */
export const ClockField = ({
  label,
  id,
  placeholder,
  value,
  onTime,
  describedBy,
  isWrong,
  isLarge,
  className,
}: Props) => (
  <EnterTakesTyped>
    <TimePicker
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={placeholder ?? label ?? ''}
      className={className ?? ''}
      {...(isLarge ? { size: 'large' as const } : {})}
      aria-invalid={isWrong}
      {...(isWrong ? { status: 'error' as const } : {})}
      format="HH:mm"
      needConfirm={false}
      // The day is one without a change of the clocks.
      value={value === null ? null : dayjs(`2000-01-01T${value}`)}
      onChange={(time) => onTime(time ? time.format('HH:mm') : null)}
    />
  </EnterTakesTyped>
);
