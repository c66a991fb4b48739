import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Priority } from '@tocsin/contract/priority';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { readerWords } from '@tocsin/contract/texts/event-contents';
import { texts as events } from '@tocsin/contract/texts/events';
import { texts } from '@tocsin/contract/texts/schemas';
import { Tabs } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { callQuery } from '../../../api/call.ts';
import { useMe } from '../../../domain/me.ts';
import { PriorityTag } from '../../../domain/priority-tag.tsx';
import { ResponseButton } from '../../../domain/response.tsx';
import { askAcknowledge, onOwnArrival, useNotifications } from '../../../live/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Grid, Text } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { exactText } from '../../../ui/time.ts';
import { alarmDateText } from '../model.ts';
import css from './machine.module.css';

const labels: Readonly<Record<string, string>> = events.labels;

interface Entry {
  readonly id: number;
  readonly date_created: number;
  readonly title: string;
  readonly sensor_name: string | null;
  readonly device_name: string;
  readonly priority?: Priority | null;
}

const maxEntries = 20;

/** An address with a query is no typed route, so it is pushed to the history as it is. */
const ViewAll = ({ address }: { readonly address: string }) => {
  const { history } = useRouter();
  return (
    <Text
      href={address}
      as="a"
      display="inline-block"
      paddingTop={12}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.push(address);
      }}
    >
      {texts.viewAll}
    </Text>
  );
};

/** Who acknowledged the alarm and when, or the button for it. */
const Acknowledgement = ({ id, zone }: { readonly id: number; readonly zone: string }) => {
  const row = useNotifications().rows.find((each) => each.id === id);
  const me = useMe();
  if (row === undefined) return null;
  const { acknowledged } = row;
  return (
    <span className={css.acknowledgement}>
      {acknowledged && (
        <span title={acknowledged.comment}>
          {texts.acknowledgedBy(acknowledged.by, exactText(Date.parse(acknowledged.at), zone))}
        </span>
      )}
      {me?.kind !== 'wall' && (
        <Button size="bar" onClick={() => askAcknowledge([row])}>
          {acknowledged ? texts.addComment : texts.acknowledge}
        </Button>
      )}
    </span>
  );
};

const List = ({
  rows,
  failed,
  zone,
  empty,
  all,
  after,
}: {
  readonly rows: readonly Entry[] | undefined;
  readonly failed: boolean;
  readonly zone: string;
  readonly empty: string;
  readonly all: string;
  /** Renders the actions of a row. */
  readonly after?: (row: Entry) => ReactNode;
}) => (
  <>
    {rows === undefined && !failed && <Skeleton width="60%" />}
    {failed && rows === undefined && <p role="alert">{texts.entriesFailed}</p>}
    {rows?.length === 0 && (
      <Text as="p" tone="quiet">
        {empty}
      </Text>
    )}
    <ul>
      {rows?.map((row) => (
        <Grid
          key={row.id}
          as="li"
          columns="minmax(0, 1fr)"
          gap={2}
          padding="8px 0"
          borderBottom="1px solid var(--line)"
          className={css.entry}
        >
          <time>{alarmDateText(row.date_created, zone)}</time>
          <b>{row.title}</b>
          {row.priority && <PriorityTag priority={row.priority} />}
          <span>{[row.sensor_name, row.device_name].filter(Boolean).join(', ')}</span>
          {after?.(row)}
        </Grid>
      ))}
    </ul>
    <ViewAll address={all} />
  </>
);

/** 'Active Alarms' and 'Maintenance' of the machine, refetched when an event arrives. */
export const Entries = ({ machineId, zone }: { readonly machineId: number; readonly zone: string }) => {
  const queries = useQueryClient();
  useEffect(
    () =>
      onOwnArrival(() => {
        for (const key of ['machine-alarms', 'machine-maintenance', 'machine-last-alarm'])
          void queries.invalidateQueries({ queryKey: [key, machineId] });
      }),
    [queries, machineId],
  );
  const args = { params: { id: machineId }, query: { limit: maxEntries } };
  const alarms = useQuery(callQuery(['machine-alarms', machineId], endpoints.machineNotifications, { ...args }));
  const alarmRows = alarms.data?.results.map((row) => ({
    ...row,
    title: [labels[row.event_type] ?? row.event_type_label, readerWords(row.content)].filter(Boolean).join(': '),
  }));
  const tests = useQuery(callQuery(['machine-maintenance', machineId], endpoints.machineMaintenance, { ...args }));
  const testRows = tests.data?.results.map((row) => ({ ...row, title: row.content }));
  return (
    <Text as="section" surface padding="12px 16px" paddingTop={4}>
      <Tabs
        items={[
          {
            key: 'alarms',
            label: texts.activeAlarms,
            children: (
              <List
                zone={zone}
                rows={alarmRows}
                failed={alarms.isError}
                empty={texts.noAlarms}
                all="/notifications"
                after={(row) => (
                  <>
                    <ResponseButton row={row} what={[row.device_name, row.sensor_name].filter(Boolean).join(', ')} />
                    <Acknowledgement id={row.id} zone={zone} />
                  </>
                )}
              />
            ),
          },
          {
            key: 'maintenance',
            label: texts.maintenance,
            children: (
              <List
                rows={testRows}
                failed={tests.isError}
                zone={zone}
                empty={texts.noTests}
                all="/notifications?type=maintenance"
              />
            ),
          },
        ]}
      />
    </Text>
  );
};
