import { texts } from '@tocsin/contract/texts/on-call';
import { Stack, Text } from '../../../ui/layout.tsx';
import { dayMinuteText, minuteText, weekdayText } from '../../../ui/time.ts';
import { byDay } from '../model.ts';
import css from './day-list.module.css';
import { type LanesProps, NowCell } from './lanes.tsx';

/** The schedule on a phone: who is on call now, then each day on which a duty begins. */
export const DayList = ({ rows, from, to, zone, onEdit }: LanesProps) => (
  <section aria-label={texts.dayList}>
    {rows.map((row) => (
      <NowCell key={row.rotation.id} row={row} to={to} zone={zone} onEdit={onEdit} />
    ))}
    {byDay(rows, from, to, zone).map(({ at, starts }, index) => (
      <Text key={at} as="div" padding="8px 16px" borderTop="1px solid var(--line)" className={css.day}>
        <Text as="h3" margin="0 0 4px" size={14}>
          {weekdayText(at, zone)}
          {index === 0 && `, ${texts.ownNow}`}
        </Text>
        <Stack as="ul" gap={4} margin={0} padding={0} listStyle="none">
          {starts.map(({ row, duty }) => (
            <li key={`${row.rotation.id} ${duty.from}`} className={duty.gap === null ? undefined : css.gap}>
              <span>{minuteText(Date.parse(duty.from), zone)}</span>
              <div>
                <b>{duty.gap === null ? (duty.person?.name ?? texts.nobody) : texts.gap}</b>
                <Text as="small" tone="quiet">
                  {Date.parse(duty.to) < to
                    ? texts.until(row.rotation.title, dayMinuteText(Date.parse(duty.to), zone))
                    : row.rotation.title}
                  {duty.override !== null && ` (${texts.override})`}
                </Text>
              </div>
            </li>
          ))}
        </Stack>
      </Text>
    ))}
  </section>
);
