import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/film';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts as story } from '@tocsin/contract/texts/incident-story';
import { texts } from '@tocsin/contract/texts/schemas';
import { useEffect, useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../live/clock.ts';
import { onOwnArrival } from '../../../live/notifications.ts';
import { exactText, minuteText, zoneText } from '../../../ui/time.ts';
import type { Machine } from '../canvas/tab.ts';
import css from './not-normal.module.css';
import { readingText } from './reading-text.ts';
import { trailOf } from './trail-events.ts';

const hourMs = 3_600_000;
const refetchMs = 60_000;
const maxRows = 20;

interface Props {
  readonly tabId: number;
  readonly machines: readonly Machine[];
  readonly zone: string;
  readonly show: (machine: Machine) => void;
}

/** The alarm trail: alarms of the last hour, including cleared ones. */
export const Trail = ({ tabId, machines, zone, show }: Props) => {
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: ['alarm-trail', tabId],
    queryFn: ({ signal }) => {
      const to = Math.floor(serverNow());
      return call(endpoints.events, { params: { id: tabId }, query: { from: to - hourMs, to }, signal });
    },
    refetchInterval: refetchMs,
  });
  useEffect(
    () => onOwnArrival(() => void queries.invalidateQueries({ queryKey: ['alarm-trail', tabId] })),
    [queries, tabId],
  );
  const events = useMemo(() => {
    const begun = (data?.results ?? []).filter(({ at }) => at >= serverNow() - hourMs - refetchMs);
    return trailOf(machines, begun);
  }, [machines, data]);
  return (
    <section className={`${css.group} ${css.trail}`} aria-label={texts.lastHour}>
      <h3>
        {texts.lastHour} <span>{zoneText(serverNow(), zone)}</span>
      </h3>
      {isError && data === undefined && <p>{texts.entriesFailed}</p>}
      {data !== undefined && events.length === 0 && <p>{texts.nothingInHour}</p>}
      <ul>
        {events.slice(0, maxRows).map(({ id, at, machine, sensor, type, endedAt }) => (
          <li key={id}>
            <time title={exactText(at, zone)}>{minuteText(at, zone)}</time>
            <button type="button" onClick={() => show(machine)}>
              {machine.name}
              {sensor !== null && `, ${readingText(machine.name, sensor, '', false)}`}
            </button>
            <span>
              <b>{eventNames.labels[type]}</b> {endedAt !== null && story.cleared(minuteText(endedAt, zone))}
            </span>
          </li>
        ))}
      </ul>
      {events.length > maxRows && <p>{texts.andMore(events.length - maxRows)}</p>}
    </section>
  );
};
