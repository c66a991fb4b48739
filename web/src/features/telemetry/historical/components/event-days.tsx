import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/historical';
import { useState } from 'react';
import type { Device } from '../../../../domain/plant.ts';
import { Grid, Stack } from '../../../../ui/layout.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { usePhone } from '../../../../ui/use-media.ts';
import { momentOfFields, wallFields } from '../../../../ui/zone.ts';
import type { Moment } from '../../moment.ts';
import { countsByDay } from '../day-events.ts';
import { monthEventsQuery } from '../queries.ts';
import { DayStrip } from './day-strip.tsx';
import { EventCalendar } from './event-calendar.tsx';
import css from './event-days.module.css';

interface Props {
  readonly device: Device;
  readonly moment: Moment;
  readonly now: number;
  readonly onMoment: (moment: Moment) => void;
}

/** A calendar of the device's alarms and warnings, and the events of the chosen day. */
export const EventDays = ({ device, moment, now, onMoment }: Props) => {
  const zone = device.timezone;
  // Paging through the months does not change the chosen day.
  const [browsedMonth, setBrowsedMonth] = useState<string | null>(null);
  const month = browsedMonth ?? moment.date.slice(0, 7);
  const shown = useQuery(monthEventsQuery(device.id, month, zone, now));
  const ofDay = useQuery(monthEventsQuery(device.id, moment.date.slice(0, 7), zone, now));
  const choose = (next: Moment): void => {
    setBrowsedMonth(null);
    onMoment(next);
  };
  const calendar = (
    <EventCalendar
      month={month}
      day={moment.date}
      today={wallFields(now, zone).date}
      counts={countsByDay(shown.data?.events ?? [], zone)}
      onMonth={setBrowsedMonth}
      onDay={(date) => choose({ date, time: '00:00' })}
    />
  );
  // What happened comes before the way to other days where only one of both fits.
  const isPhone = usePhone();
  return (
    <Grid columns="340px minmax(0, 1fr)" gap={12} margin="12px var(--page-pad)" className={css.days}>
      {!isPhone && calendar}
      <Stack grows gap={8} minWidth={0} className={css.day}>
        {(shown.isError || ofDay.isError) && <Notice tone="warning">{texts.noEvents}</Notice>}
        {(shown.data?.isCut || ofDay.data?.isCut) && <Notice tone="warning">{texts.cutMonth}</Notice>}
        <DayStrip
          key={moment.date}
          day={moment.date}
          zone={zone}
          events={ofDay.data?.events ?? null}
          at={momentOfFields(moment.date, moment.time, zone)}
          onMoment={(at) => choose(wallFields(at, zone))}
        />
      </Stack>
      {isPhone && calendar}
    </Grid>
  );
};
