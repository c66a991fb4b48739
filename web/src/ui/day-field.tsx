import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { inEnglish } from './locale.ts';

interface Props {
  readonly label: string;
  /** 'YYYY-MM-DD', or null while nothing is chosen. */
  readonly value: string | null;
  readonly onDay: (day: string | null) => void;
  /** The first and last day that can be chosen, both included. */
  readonly least?: string | undefined;
  readonly most?: string | undefined;
}

const sent = 'YYYY-MM-DD';

/** A calendar day: chosen from a calendar, or typed as '4 Nov 2026' or '2026-11-04'. */
export const DayField = ({ label, value, onDay, least, most }: Props) => (
  <DatePicker
    aria-label={label}
    placeholder={label}
    format={[
      inEnglish(
        () => 'D MMM YYYY',
        () => 'L',
      ),
      sent,
    ]}
    value={value === null ? null : dayjs(value)}
    disabledDate={(day) => {
      const text = day.format(sent);
      return (least !== undefined && text < least) || (most !== undefined && text > most);
    }}
    onChange={(day) => onDay(day ? day.format(sent) : null)}
  />
);
