import { texts } from '@tocsin/contract/texts/historical';
import { type KeyboardEvent, useRef } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { Row, Text } from '../../../../ui/layout.tsx';
import { dayText } from '../../../../ui/time.ts';
import { type DayCounts, shiftDay, shiftMonth, weeksOf } from '../day-events.ts';
import css from './event-calendar.module.css';

interface Props {
  /** 'YYYY-MM' */
  readonly month: string;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  /** Today in the site's zone; later days cannot be chosen. */
  readonly today: string;
  readonly counts: ReadonlyMap<string, DayCounts>;
  readonly onMonth: (month: string) => void;
  readonly onDay: (day: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const nameOf = (day: string): string => dayText(Date.parse(`${day}T12:00:00Z`), 'UTC');

const Marks = ({ counts }: { readonly counts: DayCounts | undefined }) => (
  <Row as="span" gap={1} maxWidth="100%" overflow="hidden" align="stretch" className={css.marks} aria-hidden>
    {counts !== undefined && counts.alarm > 0 && (
      <i className={css.alarm} data-shape="square">
        {counts.alarm}
      </i>
    )}
    {counts !== undefined && counts.warning > 0 && (
      <i className={css.warning} data-shape="round">
        {counts.warning}
      </i>
    )}
    {counts !== undefined && counts.offline > 0 && (
      <Text as="i" background="repeating-linear-gradient(135deg, var(--hatch1) 0 3px, var(--hatch2) 3px 6px)" />
    )}
  </Row>
);

/** A month of the site's calendar that shows how many alarms and warnings began on each day. */
export const EventCalendar = ({ month, day, today, counts, onMonth, onDay }: Props) => {
  const table = useRef<HTMLTableElement>(null);
  const shown = day.startsWith(month) ? day : `${month}-01`;
  const choose = (next: string): void => {
    if (next > today) return;
    if (!next.startsWith(month)) onMonth(next.slice(0, 7));
    onDay(next);
    // The button of another month's day exists only after rendering.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const move = (event: KeyboardEvent): void => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(shiftDay(shown, by));
  };
  return (
    <Text as="section" surface padding="8px 12px 12px" className={css.calendar} aria-label={texts.calendar}>
      <Row as="header" justify="space-between">
        <IconButton icon="left" label={texts.monthBefore} onClick={() => onMonth(shiftMonth(month, -1))} />
        <Text as="h2" margin={0} size={14} weight={600} aria-live="polite">
          {texts.month(month)}
        </Text>
        <IconButton
          icon="right"
          label={texts.monthAfter}
          disabled={month >= today.slice(0, 7)}
          onClick={() => onMonth(shiftMonth(month, 1))}
        />
      </Row>
      <table ref={table}>
        <thead>
          <tr>
            {texts.weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {weeksOf(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, at) =>
                date === null ? (
                  <td key={texts.weekdays[at]} />
                ) : (
                  <td key={date}>
                    <button
                      type="button"
                      data-day={date}
                      disabled={date > today}
                      tabIndex={date === shown ? 0 : -1}
                      aria-current={date === day ? 'date' : undefined}
                      aria-label={texts.dayCounts(nameOf(date), counts.get(date))}
                      onClick={() => choose(date)}
                    >
                      <span>{Number(date.slice(8))}</span>
                      <Marks counts={counts.get(date)} />
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Text>
  );
};
