import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { hasNodes } from '@tocsin/contract/device-type';
import { Empty, Failed, Loading } from '../../../kit/states.tsx';
import { shownType } from '../../../wire/plant.ts';
import { useSelection } from '../../../wire/selection.ts';
import { useOpenDevice } from '../../../wire/use-open-device.ts';
import { momentText, parseMoment } from '../moment.ts';
import { GraphBoard } from './parts/graph-board.tsx';
import { texts } from './texts.ts';

/** Live graphs of the selected device, one sensor of it, or the hour around a moment. */
export const GraphsPage = () => {
  const { device: selected } = useSelection();
  const { device, error, again } = useOpenDevice(selected);
  const { sensorId, moment: momentPart } = useParams({ strict: false });
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
  return (
    <GraphBoard
      key={device.id}
      device={device}
      nodes={hasNodes(shownType(device))}
      moment={moment}
      sensor={sensorId ?? null}
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
  );
};
