import { TimePicker } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { NoSubmitOnEnter } from './no-submit-on-enter.tsx';

interface Props {
  /** Accessible name; undefined if a `<label>` refers to the id. */
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  /** Text in the empty field; by default the label. */
  readonly placeholder?: string;
  /** 'HH:mm', or 'HH:mm:ss' where seconds count; null while nothing is chosen. */
  readonly value: string | null;
  readonly onTime: (time: string | null) => void;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean | undefined;
  /** Gives it the height of the fields in ui/field.tsx. */
  readonly isLarge?: boolean;
  readonly className?: string | undefined;
}

/** Field for a time of day on a 24-hour clock, which is chosen from lists or typed. */
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
}: Props) => {
  // Any day without a clock change; one object for each time, because the picker drops what was typed for another one.
  const shown = useMemo(() => (value === null ? null : dayjs(`2000-01-01T${value}`)), [value]);
  const format = value?.length === 8 ? 'HH:mm:ss' : 'HH:mm';
  return (
    <NoSubmitOnEnter>
      <TimePicker
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder ?? label ?? ''}
        className={className ?? ''}
        {...(isLarge ? { size: 'large' as const } : {})}
        aria-invalid={isWrong}
        {...(isWrong ? { status: 'error' as const } : {})}
        // Typed without seconds it is the whole minute.
        format={format === 'HH:mm' ? format : [format, 'HH:mm']}
        needConfirm={false}
        value={shown}
        onChange={(time) => onTime(time ? time.format(format) : null)}
      />
    </NoSubmitOnEnter>
  );
};
