import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/graphs';
import { texts as historical } from '@tocsin/contract/texts/historical';
import { useEffect } from 'react';
import { OfferedDevices } from '../../../domain/offered-devices.tsx';
import { shownType } from '../../../domain/plant.ts';
import { SensorResponse } from '../../../domain/response.tsx';
import { useSelection } from '../../../domain/selection.ts';
import { useOpenDevice } from '../../../domain/use-open-device.ts';
import { Empty, Failed, Loading, NotAllowed } from '../../../ui/states.tsx';
import { useLinkedDevice } from '../historical/use-linked-device.ts';
import { type Moment, momentText, parseMoment } from '../moment.ts';
import { GraphList } from './components/graph-list.tsx';
import { type GraphSearch, graphSearch } from './graph-search.ts';

/** Live graphs of the selected device, one sensor of it, or the hour around a moment. */
export const GraphsPage = () => {
  const { device: selected } = useSelection();
  const { device, error, again } = useOpenDevice(selected);
  const { sensorId, moment: momentPart } = useParams({ strict: false });
  const search = graphSearch({ ...useSearch({ strict: false }) });
  const navigate = useNavigate();
  const link = useLinkedDevice(search.device ?? null);
  const isUnnamed = link === 'open' && selected !== null && search.device !== selected;
  useEffect(() => {
    if (isUnnamed)
      void navigate({
        to: '.',
        search: graphSearch({ ...search, device: selected }),
        replace: true,
        resetScroll: false,
      });
  });
  if (link === 'refused') return <NotAllowed text={historical.notAllowed} />;
  if (link === 'failed') return <Failed text={historical.failed} />;
  if (link === 'opening') return <Loading />;
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <OfferedDevices />
        <Link to="/devices">{texts.toDevices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={again} />;
  if (device === undefined) return <Loading />;
  const moment = momentPart === undefined ? null : parseMoment(momentPart);
  if (momentPart !== undefined && moment === null) return <Navigate to="/graphs" replace />;
  const { earlier, start, end } = search;
  /** An address of these graphs, with its parts always in the same order. */
  const named = (next: GraphSearch): GraphSearch => graphSearch({ ...next, device: device.id });
  const compared = named(earlier === undefined ? {} : { earlier });
  const ranged = start === undefined || end === undefined ? compared : named({ start, end, ...compared });
  /** Opens these graphs at a moment or live, of one sensor or of all. */
  const open = (at: Moment | null, sensor: string | undefined, search: GraphSearch, how = {}): void => {
    const when = { moment: at === null ? '' : momentText(at) };
    if (at === null && sensor === undefined) void navigate({ to: '/graphs', search, ...how });
    else if (at === null)
      void navigate({ to: '/graphs/$sensorId', params: { sensorId: sensor ?? '' }, search, ...how });
    else if (sensor === undefined) void navigate({ to: '/graphs/historical/$moment', params: when, search, ...how });
    else
      void navigate({
        to: '/graphs/historical/$moment/$sensorId',
        params: { ...when, sensorId: sensor },
        search,
        ...how,
      });
  };
  return (
    <>
      {sensorId !== undefined && <SensorResponse device={device.id} path={sensorId} />}
      <GraphList
        key={device.id}
        device={device}
        nodes={hasNodes(shownType(device))}
        moment={moment}
        sensor={sensorId ?? null}
        search={search}
        onSearch={(next) => open(moment, sensorId, named(next), { replace: true, resetScroll: false })}
        onRange={(next) => open(null, sensorId, named({ ...next, ...compared }))}
        onMoment={(next) => open(next, sensorId, compared)}
        onLive={() => open(null, sensorId, compared)}
        onOnly={(path) => open(moment, path, moment === null ? ranged : compared)}
        onCompare={(sensors, shown) =>
          void navigate({
            to: '/sites/$id/compare',
            params: { id: String(device.location) },
            search: {
              sensors: sensors.join(','),
              ...(shown === null ? {} : { start: Math.round(shown.from), end: Math.round(shown.to) }),
            },
          })
        }
        onAll={() => open(moment, undefined, moment === null ? ranged : compared)}
      />
    </>
  );
};
