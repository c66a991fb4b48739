import type { Duty, OnCallRow } from '@tocsin/contract/on-call';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/on-call';
import { IconButton } from '../../../ui/button.tsx';
import { dayMinuteText, spanText, weekdayText } from '../../../ui/time.ts';
import { type AxisDay, type Block, blocksOf, daysOf, initialsOf } from '../model.ts';
import css from './lanes.module.css';

interface LanesProps {
  readonly rows: readonly OnCallRow[];
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly onEdit: (row: OnCallRow) => void;
}

const nameOf = (duty: Duty): string => (duty.gap === null ? (duty.person?.name ?? texts.nobody) : texts.nobody);

/** Who is on call now, until when, and who is next. */
export const NowCell = ({ row, to, zone, onEdit }: Omit<LanesProps, 'rows' | 'from'> & { readonly row: OnCallRow }) => {
  const { rotation, now, duties } = row;
  const end = Date.parse(now.to);
  const next = duties[1];
  return (
    <div className={css.now}>
      <span className={`${css.avatar} ${now.gap === null ? '' : css.missing}`} aria-hidden="true">
        {now.gap === null ? initialsOf(now.person?.name ?? '') : '!'}
      </span>
      <div>
        <b>{nameOf(now)}</b>
        <small>
          {end >= to ? texts.until28(rotation.title) : texts.until(rotation.title, dayMinuteText(end, zone))}
        </small>
        {next && <small>{next.gap === null ? texts.next(nameOf(next)) : texts.nextNobody}</small>}
      </div>
      {may(rotation, 'rotation.change') && (
        <IconButton icon="edit" label={texts.editTitle(rotation.title)} size={16} onClick={() => onEdit(row)} />
      )}
    </div>
  );
};

const DutyBlock = ({ block, zone, isNow }: { block: Block; zone: string; isNow: boolean }) => {
  const { duty, left, width, room } = block;
  const from = Date.parse(duty.from);
  const to = Date.parse(duty.to);
  const name = duty.gap === null ? nameOf(duty) : texts.gapLasts(spanText(to - from));
  const about = `${name}, ${texts.span(dayMinuteText(from, zone), dayMinuteText(to, zone))}`;
  const look = duty.gap !== null ? css.gap : duty.override !== null ? css.override : isNow ? css.current : '';
  const short = duty.gap === null ? initialsOf(name) : texts.gap;
  return (
    <li className={`${css.block} ${look}`} style={{ left: `${left}%`, width: `${width}%` }} title={about}>
      {room !== 'text' && <span className={css.hidden}>{about}</span>}
      {room === 'initials' && <b aria-hidden="true">{short}</b>}
      {room === 'text' && (
        <>
          <b>{duty.gap === null ? name : texts.gap}</b>
          <small>{duty.gap === null ? texts.from(dayMinuteText(from, zone)) : spanText(to - from)}</small>
        </>
      )}
      {duty.override !== null && <span className={css.hidden}>{texts.override}</span>}
    </li>
  );
};

const Shades = ({ days }: { readonly days: readonly AxisDay[] }) => (
  <div aria-hidden="true">
    {days
      .filter((day) => day.isWeekend || day.isMonday)
      .map((day) => (
        <i
          key={day.at}
          className={day.isWeekend ? css.weekend : css.monday}
          style={{ left: `${day.left}%`, width: day.isWeekend ? `${day.width}%` : '0' }}
        />
      ))}
  </div>
);

/** One lane for each rotation with its final schedule: overrides are applied, gaps are red. */
export const Lanes = ({ rows, from, to, zone, onEdit }: LanesProps) => {
  const days = daysOf(from, to, zone);
  // The label of a Monday shortly after now would cover the first label.
  const labels = days.filter((day, index) => index === 0 || (day.isMonday && day.left > 14 && day.left < 90));
  return (
    <section className={css.lanes} aria-label={texts.lanes}>
      <div className={css.head}>
        <b>{texts.now}</b>
        <span className={css.legend}>
          <i aria-hidden="true" /> {texts.override}
        </span>
        <div className={css.axis}>
          {labels.map((day, index) => (
            <span
              key={day.at}
              className={index > 0 && (day.left < 24 || day.left > 84) ? css.crowded : ''}
              style={{ left: `${day.left}%` }}
            >
              {weekdayText(day.at, zone)}
              {index === 0 && `, ${texts.ownNow}`}
            </span>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <div key={row.rotation.id} className={css.lane}>
          <NowCell row={row} to={to} zone={zone} onEdit={onEdit} />
          <div className={css.track}>
            <Shades days={days} />
            <ol aria-label={row.rotation.title}>
              {blocksOf(row.duties, from, to).map((block, index) => (
                <DutyBlock key={block.duty.from} block={block} zone={zone} isNow={index === 0} />
              ))}
            </ol>
            <i className={css.line} aria-hidden="true" />
          </div>
        </div>
      ))}
    </section>
  );
};
