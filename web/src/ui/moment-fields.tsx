import { ClockField } from './clock-field.tsx';
import { DayField } from './day-field.tsx';
import { Row } from './layout.tsx';
import css from './moment-fields.module.css';

interface Props {
  /** 'YYYY-MM-DD', or null while nothing is chosen. */
  readonly date: string | null;
  /** 'HH:mm' or 'HH:mm:ss' */
  readonly time: string | null;
  readonly onDate: (date: string | null) => void;
  readonly onTime: (time: string | null) => void;
  readonly labels: { readonly date: string; readonly time: string };
}

/** A date and a time in the site's zone; the caller shows the zone. */
export const MomentFields = ({ date, time, onDate, onTime, labels }: Props) => (
  <Row wrap gap={8} align="stretch" className={css.fields}>
    <DayField label={labels.date} value={date} onDay={onDate} />
    <ClockField label={labels.time} value={time} onTime={onTime} />
  </Row>
);
