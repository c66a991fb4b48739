import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import type { MachineDetails } from '@tocsin/contract/schemas';
import { useMemo } from 'react';
import { byGroup } from '../../../kit/group-order.ts';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Failed, Loading, NotAllowed } from '../../../kit/states.tsx';
import { call } from '../../../wire/call.ts';
import { addresses } from '../addresses.ts';
import type { Machine } from '../canvas/tab.ts';
import { PlantFeed } from '../live/feed.tsx';
import { alarmDateText } from '../model.ts';
import { isRefused, machineQuery, useSiteOf } from '../queries.ts';
import { texts } from '../texts.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { Entries } from './entries.tsx';
import css from './machine.module.css';
import { SensorRow } from './sensor-row.tsx';

const watched = (machine: MachineDetails): Machine => ({
  kind: 'machine',
  id: machine.frontend_id,
  savedId: machine.id,
  name: machine.name,
  type: machine.type_of_machine,
  x: 0,
  y: 0,
  scale: machine.scale,
  stretch: machine.stretch,
  flip: machine.flip,
  bindings: machine.sensors.map(({ sensor_point, sensor }) => ({ point: sensor_point, sensor: sensor.id })),
  stateSensor: machine.system_state_sensor?.id ?? null,
});

const groupsOf = (machine: MachineDetails) => {
  const names = [...new Set(machine.sensors.map(({ sensor }) => sensor.group_name))];
  return names
    .map((name) => ({ id: name, name }))
    .sort(byGroup)
    .map(({ name }) => ({
      name,
      sensors: machine.sensors.map((one) => one.sensor).filter((one) => one.group_name === name),
    }));
};

const LastAlarm = ({ machineId, zone }: { readonly machineId: number; readonly zone: string }) => {
  const { data } = useQuery({
    queryKey: ['machine-last-alarm', machineId],
    queryFn: ({ signal }) => call(endpoints.lastTimeInAlarm, { params: { id: machineId }, signal }),
    refetchInterval: 30_000,
  });
  if (data === undefined) return null;
  if (data.is_active) return <>{texts.inAlarmNow}</>;
  return <>{data.last_time_in_alarm === null ? texts.neverInAlarm : alarmDateText(data.last_time_in_alarm, zone)}</>;
};

/** A machine's own page: its information, alarms, maintenance, and its sensors alive. */
export const MachineDetailsPage = () => {
  const { siteId, schemaId, tabId, machineId } = useIds();
  const site = useSiteOf(siteId);
  useSelectedSite(site.data);
  const { data, error, refetch } = useQuery(machineQuery(machineId));
  const machines = useMemo(() => (data === undefined ? [] : [watched(data)]), [data]);
  if (isRefused(error) || isRefused(site.error)) return <NotAllowed text={texts.notAllowed} />;
  if (error) return <Failed text={texts.failed} again={() => void refetch()} />;
  if (data === undefined || site.data === undefined) return <Loading />;
  const tab = addresses.tab(siteId, schemaId, tabId);
  const zone = site.data.timezone;
  return (
    <PlantFeed path={`v2/ws/machine-devices-data/${machineId}/`} machines={machines}>
      <PageHeader
        title={texts.detailTitle}
        back={
          <nav aria-label={texts.crumbs} className={css.crumbs}>
            {site.data.can_edit ? (
              <Link to={addresses.list(siteId)}>{site.data.title}</Link>
            ) : (
              <span>{site.data.title}</span>
            )}
            <Link to={tab}>{data.schema.name}</Link>
            <Link to={tab}>{data.schema_tab.name}</Link>
            <span>{texts.machineCrumb(data.name)}</span>
          </nav>
        }
      >
        <Link to={tab}>{texts.back}</Link>
      </PageHeader>
      <div className={css.page}>
        <section className={css.card}>
          <h2>{data.name}</h2>
          <p>
            {texts.lastInAlarm}: <LastAlarm machineId={machineId} zone={zone} />
          </p>
        </section>
        <Entries machineId={machineId} zone={zone} />
        <section className={css.card}>
          <h2>{texts.machineSensors}</h2>
          {data.sensors.length === 0 && <p>{texts.noSensors}</p>}
          {groupsOf(data).map((group) => (
            <div key={group.name} className={css.group}>
              <h3>{group.name}</h3>
              <ul>
                {group.sensors.map((sensor) => (
                  <SensorRow key={sensor.id} sensor={sensor} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      </div>
    </PlantFeed>
  );
};
