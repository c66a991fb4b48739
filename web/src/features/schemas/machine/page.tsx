import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import type { MachineDetails, SchemaSensor } from '@tocsin/contract/schemas';
import { texts } from '@tocsin/contract/texts/schemas';
import { useMemo } from 'react';
import { Button } from '../../../ui/button.tsx';
import { byGroup } from '../../../ui/group-order.ts';
import { Grid, Text } from '../../../ui/layout.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { addresses } from '../addresses.ts';
import type { Machine } from '../canvas/tab.ts';
import { PlantFeed } from '../live/feed.tsx';
import { RecentPoints } from '../live/recent-points.tsx';
import { useSuspectPaths } from '../live/use-suspects.ts';
import { isRefused, machineQuery, useSiteOf } from '../queries.ts';
import { useIds } from '../use-ids.ts';
import { useSelectedSite } from '../use-selected-site.ts';
import { Entries } from './entries.tsx';
import { Graphs } from './graphs.tsx';
import { Information } from './information.tsx';
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
  lengthM: machine.length_m,
  area: machine.area,
  flip: machine.flip,
  bindings: machine.sensors.map(({ sensor_point, sensor }) => ({ point: sensor_point, sensor: sensor.id })),
  stateSensor: machine.system_state_sensor?.id ?? null,
});

/** The bound sensors and the state sensor, whose alarm also puts the machine in alarm. */
const sensorsOf = ({ sensors, system_state_sensor: state }: MachineDetails): readonly SchemaSensor[] => {
  const bound = sensors.map(({ sensor }) => sensor);
  return state === null || bound.some(({ id }) => id === state.id) ? bound : [...bound, state];
};

const groupsOf = (sensors: readonly SchemaSensor[]) => {
  const names = [...new Set(sensors.map((sensor) => sensor.group_name))];
  return names
    .map((name) => ({ id: name, name }))
    .sort(byGroup)
    .map(({ name }) => ({ name, sensors: sensors.filter((one) => one.group_name === name) }));
};

/** A machine's page: information, alarms, maintenance and live sensors. */
export const MachineDetailsPage = () => {
  const { siteId, schemaId, tabId, machineId } = useIds();
  const navigate = useNavigate();
  const site = useSiteOf(siteId);
  useSelectedSite(site.data);
  const suspects = useSuspectPaths(siteId);
  const { data, error, refetch } = useQuery(machineQuery(machineId));
  const machines = useMemo(() => (data === undefined ? [] : [watched(data)]), [data]);
  const shown = useMemo(() => (data === undefined ? [] : sensorsOf(data)), [data]);
  const shownPaths = useMemo(() => shown.map(({ id }) => id), [shown]);
  const sensors = useMemo(() => data?.sensors.map(({ sensor }) => sensor) ?? [], [data]);
  if (isRefused(error) || isRefused(site.error)) return <NotAllowed text={texts.notAllowed} />;
  if (data === undefined || site.data === undefined) {
    const failed = error ?? site.error;
    const again = () => Promise.all([refetch(), site.refetch()]);
    return failed ? <Failed text={texts.failed} again={() => void again()} /> : <Loading />;
  }
  const tab = addresses.tab(siteId, schemaId, tabId);
  const zone = site.data.timezone;
  return (
    <PlantFeed path={`v2/ws/machine-devices-data/${machineId}/`} machines={machines}>
      <PageHeader
        title={texts.detailTitle}
        tab={texts.tab(data.name)}
        back={
          <nav aria-label={texts.crumbs} className={css.crumbs}>
            <ol>
              <li>
                {may(site.data, 'site.edit-schemas') ? (
                  <Link to={addresses.list(siteId)}>{site.data.title}</Link>
                ) : (
                  <span>{site.data.title}</span>
                )}
              </li>
              <li>
                <Link to={tab}>{data.schema.name}</Link>
              </li>
              <li>
                <Link to={tab}>{data.schema_tab.name}</Link>
              </li>
              <li aria-current="page">{texts.machineCrumb(data.name)}</li>
            </ol>
          </nav>
        }
      >
        <Button icon="left" onClick={() => void navigate({ to: tab })}>
          {texts.back}
        </Button>
      </PageHeader>
      {[...new Set(shown.map((sensor) => sensor.device_id))].map((device) => (
        <RecentPoints key={device} device={device} sensors={shownPaths} />
      ))}
      <Grid
        columns="minmax(0, 5fr) minmax(0, 7fr)"
        align="start"
        gap={12}
        padding="0 var(--page-pad) 20px"
        className={css.page}
      >
        <Grid columns="minmax(0, 1fr)" gap={12}>
          {machines.map((machine) => (
            <Information key={machine.id} machine={machine} machineId={machineId} zone={zone} />
          ))}
          <Entries machineId={machineId} zone={zone} />
        </Grid>
        <Text as="section" surface padding="12px 16px" aria-labelledby="machine-sensors">
          <h2 id="machine-sensors">{texts.machineSensors}</h2>
          {shown.length === 0 && (
            <Text as="p" tone="quiet">
              {texts.noSensors}
            </Text>
          )}
          {groupsOf(shown).map((group) => (
            <div key={group.name} className={css.group}>
              <h3>{group.name || texts.missing}</h3>
              <ul>
                {group.sensors.map((sensor) => (
                  <SensorRow key={sensor.id} sensor={sensor} zone={zone} suspect={suspects.get(sensor.id)} />
                ))}
              </ul>
            </div>
          ))}
        </Text>
        <Graphs machineId={machineId} sensors={sensors} zone={zone} />
      </Grid>
    </PlantFeed>
  );
};
