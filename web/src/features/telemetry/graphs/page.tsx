import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { texts } from '@tocsin/contract/texts/graphs';
import { shownType } from '../../../domain/plant.ts';
import { SensorResponse } from '../../../domain/response.tsx';
import { useSelection } from '../../../domain/selection.ts';
import { useOpenDevice } from '../../../domain/use-open-device.ts';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { momentText, parseMoment } from '../moment.ts';
import { GraphList } from './components/graph-list.tsx';
import { type ZoomSearch, zoomSearch } from './zoom.ts';

/** Live graphs of the selected device, one sensor of it, or the hour around a moment. */
export const GraphsPage = () => {
  const { device: selected } = useSelection();
  const { device, error, again } = useOpenDevice(selected);
  const { sensorId, moment: momentPart } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  if (selected === null) {
    return (
      <Empty icon="device" title={texts.pickDevice}>
        <Link to="/devices">{texts.toDevices}</Link>
      </Empty>
    );
  }
  if (error) return <Failed text={error.message} again={again} />;
  if (device === undefined) return <Loading />;
  const moment = momentPart === undefined ? null : parseMoment(momentPart);
  if (momentPart !== undefined && moment === null) return <Navigate to="/graphs" replace />;
  const show = (zoom: ZoomSearch): void => {
    const how = { search: zoom, replace: true, resetScroll: false };
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
        zoom={zoomSearch({ ...search })}
        onZoom={show}
        onMoment={(next) =>
          void (sensorId === undefined
            ? navigate({ to: '/graphs/historical/$moment', params: { moment: momentText(next) } })
            : navigate({ to: '/graphs/historical/$moment/$sensorId', params: { moment: momentText(next), sensorId } }))
        }
        onLive={() =>
          void (sensorId === undefined
            ? navigate({ to: '/graphs' })
            : navigate({ to: '/graphs/$sensorId', params: { sensorId } }))
        }
        onOnly={(path) =>
          void (moment === null
            ? navigate({ to: '/graphs/$sensorId', params: { sensorId: path } })
            : navigate({
                to: '/graphs/historical/$moment/$sensorId',
                params: { moment: momentText(moment), sensorId: path },
              }))
        }
        onAll={() =>
          void (moment === null
            ? navigate({ to: '/graphs' })
            : navigate({ to: '/graphs/historical/$moment', params: { moment: momentText(moment) } }))
        }
      />
    </>
  );
};
