import type { OnCallRow } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { dayMinuteText, minuteText, weekdayText } from '../../../ui/time.ts';
import { byDay } from '../model.ts';
import css from './day-list.module.css';
import { NowCell } from './lanes.tsx';

interface Props {
  readonly rows: readonly OnCallRow[];
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly onEdit: (row: OnCallRow) => void;
}

/** The schedule on a phone: who is on call now, then each day on which a duty begins. */
export const DayList = ({ rows, from, to, zone, onEdit }: Props) => (
  <section className={css.days} aria-label={texts.dayList}>
    {rows.map((row) => (
      <NowCell key={row.rotation.id} row={row} to={to} zone={zone} onEdit={onEdit} />
    ))}
    {byDay(rows, from, to, zone).map(({ at, starts }, index) => (
      <div key={at} className={css.day}>
        <h3>
          {weekdayText(at, zone)}
          {index === 0 && `, ${texts.ownNow}`}
        </h3>
        <ul>
          {starts.map(({ row, duty }) => (
            <li key={`${row.rotation.id} ${duty.from}`} className={duty.gap === null ? undefined : css.gap}>
              <span>{minuteText(Date.parse(duty.from), zone)}</span>
              <div>
                <b>{duty.gap === null ? (duty.person?.name ?? texts.nobody) : texts.gap}</b>
                <small>
                  {Date.parse(duty.to) < to
                    ? texts.until(row.rotation.title, dayMinuteText(Date.parse(duty.to), zone))
                    : row.rotation.title}
                  {duty.override !== null && ` (${texts.override})`}
                </small>
              </div>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </section>
);
