import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat';
import { useMemo } from 'react';
import { inEnglish } from './locale.ts';
import { NoSubmitOnEnter } from './no-submit-on-enter.tsx';

interface Props {
  /** Accessible name; undefined if a `<label>` refers to the id. */
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  /** 'YYYY-MM-DD', or null while nothing is chosen. */
  readonly value: string | null;
  readonly onDay: (day: string | null) => void;
  /** The first and last day that can be chosen, both included. */
  readonly least?: string | undefined;
  readonly most?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly isWrong?: boolean | undefined;
  /** Gives it the height of the fields in ui/field.tsx. */
  readonly isLarge?: boolean;
  readonly className?: string | undefined;
}

// Without it 'L' is printed as it stands.
dayjs.extend(localizedFormat);

const sent = 'YYYY-MM-DD';

/** Field for a day, which is chosen from a calendar or typed as '4 Nov 2026' or '2026-11-04'. */
export const DayField = ({ label, id, value, onDay, least, most, describedBy, isWrong, isLarge, className }: Props) => {
  // One object for each day: the picker drops what was typed when it is given another one.
  const shown = useMemo(() => (value === null ? null : dayjs(value)), [value]);
  return (
    <NoSubmitOnEnter>
      <DatePicker
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={label ?? ''}
        className={className ?? ''}
        {...(isLarge ? { size: 'large' as const } : {})}
        aria-invalid={isWrong}
        {...(isWrong ? { status: 'error' as const } : {})}
        format={[
          inEnglish(
            () => 'D MMM YYYY',
            () => 'L',
          ),
          sent,
        ]}
        value={shown}
        disabledDate={(day) => {
          const text = day.format(sent);
          return (least !== undefined && text < least) || (most !== undefined && text > most);
        }}
        onChange={(day) => onDay(day ? day.format(sent) : null)}
      />
    </NoSubmitOnEnter>
  );
};
