import { DatePicker, TimePicker } from 'antd';
import dayjs from 'dayjs';
import css from './moment-fields.module.css';

interface Props {
  /** 'YYYY-MM-DD', or null while nothing is chosen. */
  readonly date: string | null;
  /** 'HH:mm' */
  readonly time: string | null;
  readonly onDate: (date: string | null) => void;
  readonly onTime: (time: string | null) => void;
  readonly labels: { readonly date: string; readonly time: string };
}

/** A date and a time in the site's zone; the caller shows the zone. */
export const MomentFields = ({ date, time, onDate, onTime, labels }: Props) => (
  <div className={css.fields}>
    <DatePicker
      aria-label={labels.date}
      placeholder={labels.date}
      format="YYYY-MM-DD"
      value={date === null ? null : dayjs(date)}
      onChange={(next) => onDate(next ? next.format('YYYY-MM-DD') : null)}
    />
    <TimePicker
      aria-label={labels.time}
      placeholder={labels.time}
      format="HH:mm"
      needConfirm={false}
      value={time === null ? null : dayjs(`2000-01-01T${time}`)}
      onChange={(next) => onTime(next ? next.format('HH:mm') : null)}
    />
  </div>
);
