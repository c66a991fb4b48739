import { useQuery } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/schema-endpoints';
import { texts } from '@tocsin/contract/texts/schemas';
import { machineType } from '@tocsin/machines/library';
import { callQuery } from '../../../api/call.ts';
import { Stack, Text } from '../../../ui/layout.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import canvas from '../canvas/canvas.module.css';
import { drawingOfMachine } from '../canvas/geometry/positions.ts';
import { MachineImage } from '../canvas/machine-image.tsx';
import type { Machine } from '../canvas/tab.ts';
import { useMachineStatus } from '../live/feed.tsx';
import { severityOf, wordOfState } from '../live/state-look.ts';
import { alarmDateText } from '../model.ts';
import css from './machine.module.css';

const pictureSide = 128;

const LastAlarm = ({ machineId, zone }: { readonly machineId: number; readonly zone: string }) => {
  const { data } = useQuery(
    callQuery(['machine-last-alarm', machineId], endpoints.lastTimeInAlarm, {
      params: { id: machineId },
      refetchInterval: 30_000,
    }),
  );
  if (data === undefined) return null;
  if (data.is_active) return <>{texts.inAlarmNow}</>;
  return <>{data.last_time_in_alarm === null ? texts.neverInAlarm : alarmDateText(data.last_time_in_alarm, zone)}</>;
};

/** The machine's image at a fixed small size, regardless of its length. */
const Picture = ({ machine }: { readonly machine: Machine }) => {
  const { state } = useMachineStatus(machine.id);
  const stretch = machineType(machine.type)?.smallStretch ?? 0;
  const drawing = drawingOfMachine({ type: machine.type, stretch });
  const scale = Math.min(1, pictureSide / Math.max(drawing.width, drawing.height));
  return (
    <Stack
      as="span"
      position="relative"
      flex="none"
      placeItems="center"
      width={152}
      height={152}
      className={`${css.picture} ${canvas.canvas}`}
    >
      <span style={{ position: 'relative', width: drawing.width * scale, height: drawing.height * scale }}>
        <MachineImage
          type={machine.type}
          stretch={stretch}
          flip={machine.flip}
          scale={scale}
          state={state === 'reading' ? 'stopped' : state}
        />
      </span>
    </Stack>
  );
};

interface Props {
  readonly machine: Machine;
  readonly machineId: number;
  readonly zone: string;
}

/** The machine's type, its current status, and the time of its last alarm. */
export const Information = ({ machine, machineId, zone }: Props) => {
  const { state } = useMachineStatus(machine.id);
  return (
    <Text as="section" surface padding="12px 16px" className={`${css.information}`} aria-label={texts.information}>
      <Picture machine={machine} />
      <Stack gap={4} minWidth={0} className={css.facts}>
        <h2>{machine.name}</h2>
        <span>
          <StatusTag severity={severityOf[state]} word={wordOfState[state]} />
        </span>
        <dl>
          <div>
            <dt>{texts.lastInAlarm}</dt>
            <dd>
              <LastAlarm machineId={machineId} zone={zone} />
            </dd>
          </div>
          <div>
            <dt>{texts.type}</dt>
            <dd>{machineType(machine.type)?.name}</dd>
          </div>
        </dl>
      </Stack>
    </Text>
  );
};
