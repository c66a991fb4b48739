import { Link } from '@tanstack/react-router';
import type { EventType } from '@tocsin/contract/event';
import type { Notification } from '@tocsin/contract/live';
import { maxAroundMoment, type SiteMoment } from '@tocsin/contract/site-moment';
import { texts as eventNames } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/site-moment';
import { Text } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { clockText, exactText, spanText } from '../../../ui/time.ts';
import { distanceText } from '../model.ts';
import css from '../page.module.css';

const c = texts.columns;

const lastedText = (one: Notification): string => {
  if (one.duration !== null) return spanText(one.duration * 1_000);
  return one.is_active ? texts.stillOn : '';
};

/** The events within ten minutes of the moment, each linked to its own moment. */
export const EventsAround = ({ shown, at }: { readonly shown: SiteMoment; readonly at: number }) => {
  const zone = shown.site.timezone;
  return (
    <section className={css.part}>
      <h2>
        {texts.events} <small>{shown.are_events_cut ? texts.cut(maxAroundMoment) : texts.eventsAbout}</small>
      </h2>
      <ListTable<Notification>
        caption={texts.events}
        rows={shown.events}
        rowKey={({ id }) => id}
        columns={[
          {
            title: c.at,
            key: 'at',
            render: (_, { notification_time }) => {
              const eventAt = Date.parse(notification_time);
              return (
                <Link
                  to="/sites/$id/moment"
                  params={{ id: String(shown.site.id) }}
                  search={{ at: notification_time }}
                  title={texts.toMoment(exactText(eventAt, zone))}
                >
                  {clockText(eventAt, zone)}
                </Link>
              );
            },
          },
          {
            title: c.distance,
            key: 'distance',
            render: (_, { notification_time }) => distanceText(Date.parse(notification_time), at),
          },
          { title: c.event, dataIndex: 'event_type', render: (type: EventType) => eventNames.labels[type] },
          { title: c.device, dataIndex: 'device' },
          {
            title: c.what,
            key: 'what',
            render: (_, { sensor_name, content }) => (
              <Text maxWidth="52ch" overflowWrap="anywhere" display="block">
                {[sensor_name, content].filter(Boolean).join(': ')}
              </Text>
            ),
          },
          { title: c.ended, key: 'lasted', render: (_, one) => lastedText(one) },
        ]}
        empty={texts.noEvents}
      />
    </section>
  );
};
