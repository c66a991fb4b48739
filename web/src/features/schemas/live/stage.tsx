import '@xyflow/react/dist/base.css';
import type { Incident } from '@tocsin/contract/incidents';
import { Panel, ReactFlow, ViewportPortal } from '@xyflow/react';
import { type CSSProperties, type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react';
import { shownNow } from '../../../live/clock.ts';
import { notificationsNow, onNotifications } from '../../../live/notifications.ts';
import { Text } from '../../../ui/layout.tsx';
import { useMedia, usePhone } from '../../../ui/use-media.ts';
import canvas from '../canvas/canvas.module.css';
import { boxOfMachine } from '../canvas/geometry/positions.ts';
import { chevrons, routeOf } from '../canvas/geometry/route.ts';
import type { Box, Machine, Tab } from '../canvas/tab.ts';
import { acknowledgedSensors } from './acknowledged.ts';
import { AreaBands, bandsOf } from './area-bands.tsx';
import { areasOf } from './areas.ts';
import { placeCallouts } from './callout-place.ts';
import { Callouts } from './callouts.tsx';
import { useAlarmed } from './feed.tsx';
import { type FirstOut, firstOutOf } from './first-out.ts';
import { Labels } from './labels.tsx';
import css from './live.module.css';
import { LiveMachine } from './live-machine.tsx';
import { sensorsOf } from './machine-status.ts';
import { isPart, MiniMap } from './mini-map.tsx';
import { Still } from './still.tsx';
import type { Suspects } from './suspects.ts';
import { useBlink } from './use-blink.ts';
import { useFitted, useMotion, useView, useViewCommands, zoomRange } from './view.tsx';
import { watchedOf } from './watched-of.ts';
import { ZoomBar } from './zoom-bar.tsx';

const maxCallouts = 4;
/** Corners covered by the mini-map and the zoom bar, in screen pixels. */
const mapCorner = { width: 250, height: 110 } as const;
/** How far labels may extend beyond the tab, in screen pixels. */
const labelPad = 12;
const badge = 20;
const badgeSize = { width: 2 * badge, height: 2 * badge } as const;
const pipeWidth = 12;
const zoomCorner = { width: 260, height: 64 } as const;

/** Sensors whose active events are all acknowledged; the same set object until it changes. */
const useAcknowledged = (): ReadonlySet<string> => {
  const sensors = useSyncExternalStore(onNotifications, () => acknowledgedSensors(notificationsNow().rows).join(' '));
  return useMemo(() => new Set(sensors.split(' ')), [sensors]);
};

interface Props {
  readonly tab: Tab;
  readonly zone: string;
  readonly toMachine: (machine: Machine) => string | null;
  readonly suspects: Suspects;
  /** Open incidents, for what was first. */
  readonly incidents: readonly Incident[];
  /** Beside something else: shown whole, without map, buttons, callouts and panning. */
  readonly isSmall?: boolean;
  readonly children?: ReactNode;
}

/** The first alarm of each machine in alarm, and what followed. */
const useFirstOuts = (tab: Tab, incidents: readonly Incident[]): ReadonlyMap<string, FirstOut> => {
  const alarmed = useAlarmed();
  return useMemo(() => {
    const found = new Map<string, FirstOut>();
    for (const { id } of alarmed) {
      const machine = tab.machines.find((one) => one.id === id);
      const firstOut = machine ? firstOutOf(sensorsOf(watchedOf(machine)), incidents, shownNow()) : null;
      if (firstOut !== null) found.set(id, firstOut);
    }
    return found;
  }, [tab, alarmed, incidents]);
};

/** Callouts of the worst alarms in view, laid out again when the view rests. */
const useCallouts = (
  tab: Tab,
  firstOuts: ReadonlyMap<string, FirstOut>,
  obstacles: readonly Box[],
  pipes: readonly Box[],
) => {
  const { zoom, box } = useView();
  const isPhone = usePhone();
  const alarmed = useAlarmed();
  return useMemo(() => {
    // A phone has no room for one beside the machine, and its list of what is not normal says the same.
    if (box === null || isPhone) return [];
    // Alarms that followed are named in the callout of the first one.
    const placeOf = (id: string): number => firstOuts.get(id)?.place ?? Number.MAX_SAFE_INTEGER;
    const began = alarmed
      .filter(({ id }) => firstOuts.get(id)?.began !== false)
      .toSorted((a, b) => placeOf(a.id) - placeOf(b.id));
    const requests = began.slice(0, maxCallouts).flatMap(({ id, sensor }) => {
      const machine = tab.machines.find((one) => one.id === id);
      const first = firstOuts.get(id);
      const isFollowed = (first?.followed ?? null) !== null;
      return machine ? [{ machine, sensor: first?.first.full_sensor_id ?? sensor, isFollowed }] : [];
    });
    return placeCallouts(requests, tab.machines, box, zoom, obstacles, pipes);
  }, [alarmed, tab, zoom, box, isPhone, firstOuts, obstacles, pipes]);
};

const Drawing = ({ tab, zone, toMachine, suspects, incidents, isSmall }: Omit<Props, 'children'>) => {
  const { zoom, box } = useView();
  const acknowledged = useAcknowledged();
  const firstOuts = useFirstOuts(tab, incidents);
  const alarmed = useAlarmed();
  const corners = useMemo((): readonly Box[] => {
    if (box === null) return [];
    /** The box whose lower right corner is at this point. */
    const upTo = (x: number, y: number, size: { readonly width: number; readonly height: number }): Box => {
      const [width, height] = [size.width / zoom, size.height / zoom];
      return { x: x - width, y: y - height, width, height };
    };
    // Badges overlap the upper right corner of their machines.
    const marked = tab.machines.filter(({ id }) => alarmed.some((one) => one.id === id)).map(boxOfMachine);
    const badges = marked.map(({ x, y, width }) => upTo(x + width + badge / zoom, y + badge / zoom, badgeSize));
    const map = { ...upTo(0, 0, mapCorner), x: box.x, y: box.y };
    // The last one is that of the zoom bar.
    return [...badges, ...(isPart(box, tab) ? [map] : []), upTo(box.x + box.width, box.y + box.height, zoomCorner)];
  }, [box, zoom, alarmed, tab]);
  const pipes = useMemo(() => {
    const byId = new Map(tab.machines.map((machine) => [machine.id, machine]));
    return tab.connectors
      .flatMap((connector) => chevrons(routeOf(connector, byId)?.points ?? [], pipeWidth))
      .map(({ x, y }) => ({ x: x - pipeWidth / 2, y: y - pipeWidth / 2, width: pipeWidth, height: pipeWidth }));
  }, [tab]);
  const callouts = useCallouts(tab, firstOuts, corners, pipes);
  const calledOut = useMemo(() => new Set(callouts.map(({ machineId }) => machineId)), [callouts]);
  const areas = useMemo(() => areasOf(tab.machines), [tab]);
  const bands = useMemo(() => bandsOf(areas, zoom), [areas, zoom]);
  const obstacles = useMemo(
    () => [
      ...callouts.map((callout) => callout.box),
      // They have no label, but others must not lie on them.
      ...tab.machines.filter(({ id }) => calledOut.has(id)).map(boxOfMachine),
      ...bands,
      ...corners.slice(-1),
    ],
    [callouts, calledOut, tab, bands, corners],
  );
  const bounds = useMemo((): Box => {
    const pad = labelPad / zoom;
    // The ground below the machines and the sky above them are free as far as they are seen.
    const bottom = Math.max(tab.height, box === null ? 0 : box.y + box.height - 2 * pad);
    const top = Math.min(-pad, box === null ? 0 : box.y + pad);
    return { x: -pad, y: top, width: tab.width + 2 * pad, height: bottom + pad - top };
  }, [tab, zoom, box]);
  return (
    <ViewportPortal>
      <Still tab={tab} />
      {tab.machines.map((machine) => (
        <LiveMachine
          key={machine.id}
          machine={machine}
          to={toMachine(machine)}
          zone={zone}
          acknowledged={acknowledged}
          suspects={suspects.get(machine.id)}
        />
      ))}
      {box !== null && !isSmall && (
        <Labels
          machines={tab.machines}
          zone={zone}
          suspects={suspects}
          zoom={zoom}
          calledOut={calledOut}
          bounds={bounds}
          view={box}
          obstacles={obstacles}
          pipes={pipes}
        />
      )}
      <AreaBands bands={bands} />
      {!isSmall && <Callouts callouts={callouts} machines={tab.machines} firstOuts={firstOuts} zone={zone} />}
    </ViewportPortal>
  );
};

/** The tab: pan and zoom by hand, wheel and keys; fitted at first. Needs a `PlantView` around it. */
export const Stage = ({ tab, zone, toMachine, suspects, incidents, isSmall = false, children }: Props) => {
  const stage = useRef<HTMLDivElement>(null);
  const commands = useViewCommands(tab);
  const isPhone = usePhone();
  const isTouch = useMedia('(pointer: coarse)');
  useBlink(stage);
  useMotion(stage);
  useFitted(commands);
  return (
    <Text
      ref={stage}
      as="div"
      position="relative"
      flex={1}
      minHeight={isSmall ? 0 : 260}
      background="var(--surface)"
      className={`${isSmall ? '' : css.stage} ${canvas.canvas}`}
      style={{ '--shape': tab.height / tab.width } as CSSProperties}
      data-stage=""
    >
      <ReactFlow
        nodes={[]}
        edges={[]}
        minZoom={zoomRange.min}
        maxZoom={zoomRange.max}
        onMoveStart={(event) => {
          // Only a movement by the user has an event; fitting the view has none.
          if (event !== null) commands.moved();
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={!isSmall && isTouch}
        panOnDrag={!isSmall}
        zoomOnScroll={!isSmall}
        zoomOnPinch={!isSmall}
        preventScrolling={!isSmall}
        attributionPosition="bottom-left"
      >
        <Drawing
          tab={tab}
          zone={zone}
          toMachine={toMachine}
          suspects={suspects}
          incidents={incidents}
          isSmall={isSmall}
        />
        {!isSmall && (
          <>
            {/* It would hide half of a phone's drawing. */}
            {!isPhone && (
              <Panel position="top-left" className={css.map ?? ''}>
                <MiniMap tab={tab} commands={commands} />
              </Panel>
            )}
            <ZoomBar {...commands} />
          </>
        )}
        {children}
      </ReactFlow>
    </Text>
  );
};
