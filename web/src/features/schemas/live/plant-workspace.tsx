import type { Incident } from '@tocsin/contract/incidents';
import type { Tab as SavedTab } from '@tocsin/contract/schemas';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIncidents } from '../../../live/incidents.ts';
import { Row, Stack } from '../../../ui/layout.tsx';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import { sensorsOfTab } from '../canvas/saved-tab.ts';
import type { Box, Machine, Tab } from '../canvas/tab.ts';
import { BeginAtWorst } from './begin-at-worst.ts';
import { useAlarmed } from './feed.tsx';
import css from './live.module.css';
import { NotNormal } from './not-normal.tsx';
import { needsOverview, Overview } from './overview.tsx';
import { RecentPoints } from './recent-points.tsx';
import { Stage } from './stage.tsx';
import type { Suspects } from './suspects.ts';
import { Trail } from './trail.tsx';
import { PinnedTrend } from './trend.tsx';
import { useNext, usePlantKeys } from './use-plant-keys.ts';
import { useViewCommands } from './view.tsx';

/** Maximum number of machines in alarm for which earlier points are loaded. */
const maxCurves = 4;

/** The box to show for a machine: with a margin, so that its neighbours are visible. */
const around = (box: Box): Box => {
  const pad = Math.max(box.width, box.height);
  return { x: box.x - pad, y: box.y - pad, width: box.width + 2 * pad, height: box.height + 2 * pad };
};

const none: readonly Incident[] = [];

interface Props {
  readonly saved: SavedTab;
  readonly tab: Tab;
  readonly siteId: number;
  readonly zone: string;
  readonly suspects: Suspects;
  readonly toMachine: (machine: Machine) => string | null;
}

/** The drawing with its docked panels: overview, list of what is not normal, and a pinned trend. */
export const PlantWorkspace = ({ saved, tab, siteId, zone, suspects, toMachine }: Props) => {
  const commands = useViewCommands(tab);
  const sensors = useMemo(() => sensorsOfTab(saved), [saved]);
  const sensorName = useCallback((path: string) => sensors.get(path)?.name, [sensors]);
  const [pinnedId, setPinnedId] = useState<string | null>(null);
  const pinned = tab.machines.find(({ id }) => id === pinnedId) ?? null;
  const field = useRef<HTMLInputElement>(null);
  const last = useRef<string | null>(null);
  const workspace = useRef<HTMLDivElement>(null);
  const show = useCallback(
    (machine: Machine): void => {
      last.current = machine.id;
      commands.show(around(boxOfMachine(machine)));
      // Focus the machine, so that Enter opens it.
      workspace.current
        ?.querySelector<HTMLElement>(`[data-machine="${CSS.escape(machine.id)}"]`)
        ?.focus({ preventScroll: true });
    },
    [commands],
  );
  const showId = (id: string): void => {
    const machine = tab.machines.find((one) => one.id === id);
    if (machine) show(machine);
  };
  const showNext = useNext(showId, last);
  usePlantKeys({ showNext, fit: commands.fit, field });
  const alarmed = useAlarmed();
  const incidents = useIncidents().list?.results ?? none;
  const curves = useMemo(() => {
    const machines = alarmed.slice(0, maxCurves).flatMap(({ id }) => tab.machines.find((one) => one.id === id) ?? []);
    const paths = machines.flatMap(({ bindings }) => bindings.map(({ sensor }) => sensor));
    return { paths, devices: [...new Set(paths.map((path) => Number(path.slice(0, path.indexOf('.')))))] };
  }, [alarmed, tab]);
  return (
    <Row ref={workspace} flex={1} minHeight={0} align="stretch" className={css.workspace}>
      <BeginAtWorst tab={tab} begin={commands.begin} />
      {curves.devices.map((device) => (
        <RecentPoints key={device} device={device} sensors={curves.paths} />
      ))}
      {needsOverview(tab.machines) && (
        <Overview
          machines={tab.machines}
          suspects={suspects}
          sensorName={sensorName}
          commands={commands}
          show={show}
          field={field}
        />
      )}
      <Stack grows flex={1} minWidth={0}>
        <Stage tab={tab} zone={zone} toMachine={toMachine} suspects={suspects} incidents={incidents} />
        {pinned && (
          <PinnedTrend
            key={pinned.id}
            siteId={siteId}
            machine={pinned}
            sensors={sensors}
            to={toMachine(pinned)}
            zone={zone}
            close={() => setPinnedId(null)}
          />
        )}
      </Stack>
      <NotNormal
        machines={tab.machines}
        toMachine={toMachine}
        zone={zone}
        incidents={incidents}
        suspects={suspects}
        show={show}
        pin={(machine) => setPinnedId(machine.id)}
      >
        <Trail tabId={saved.id} machines={tab.machines} zone={zone} show={show} />
      </NotNormal>
    </Row>
  );
};
