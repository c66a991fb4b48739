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
import { momentText, parseMoment } from '../moment.ts';
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
  const show = (next: GraphSearch): void => {
    const how = { search: named(next), replace: true, resetScroll: false };
    if (moment === null)
      void (sensorId === undefined
        ? navigate({ to: '/graphs', ...how })
        : navigate({ to: '/graphs/$sensorId', params: { sensorId }, ...how }));
    else
      void (sensorId === undefined
        ? navigate({ to: '/graphs/historical/$moment', params: { moment: momentText(moment) }, ...how })
        : navigate({
            to: '/graphs/historical/$moment/$sensorId',
            params: { moment: momentText(moment), sensorId },
            ...how,
          }));
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
        onSearch={show}
        onRange={(next) =>
          void (sensorId === undefined
            ? navigate({ to: '/graphs', search: named({ ...next, ...compared }) })
            : navigate({ to: '/graphs/$sensorId', params: { sensorId }, search: named({ ...next, ...compared }) }))
        }
        onMoment={(next) =>
          void (sensorId === undefined
            ? navigate({ to: '/graphs/historical/$moment', params: { moment: momentText(next) }, search: compared })
            : navigate({
                to: '/graphs/historical/$moment/$sensorId',
                params: { moment: momentText(next), sensorId },
                search: compared,
              }))
        }
        onLive={() =>
          void (sensorId === undefined
            ? navigate({ to: '/graphs', search: compared })
            : navigate({ to: '/graphs/$sensorId', params: { sensorId }, search: compared }))
        }
        onOnly={(path) =>
          void (moment === null
            ? navigate({ to: '/graphs/$sensorId', params: { sensorId: path }, search: ranged })
            : navigate({
                to: '/graphs/historical/$moment/$sensorId',
                params: { moment: momentText(moment), sensorId: path },
                search: compared,
              }))
        }
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
        onAll={() =>
          void (moment === null
            ? navigate({ to: '/graphs', search: ranged })
            : navigate({
                to: '/graphs/historical/$moment',
                params: { moment: momentText(moment) },
                search: compared,
              }))
        }
      />
    </>
  );
};
