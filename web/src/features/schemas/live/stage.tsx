import '@xyflow/react/dist/base.css';
import { texts } from '@tocsin/contract/texts/schemas';
import {
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
  ViewportPortal,
} from '@xyflow/react';
import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { notificationsNow, onNotifications } from '../../../live/notifications.ts';
import { IconButton } from '../../../ui/button.tsx';
import { iconImage } from '../../../ui/icon.tsx';
import { usePalette } from '../../../ui/theme.ts';
import { breakpoints } from '../../../ui/tokens.ts';
import canvas from '../canvas/canvas.module.css';
import { Connectors } from '../canvas/connectors.tsx';
import { bleedOf, LabelView, ShapeView } from '../canvas/shape-view.tsx';
import type { Machine, Tab } from '../canvas/tab.ts';
import { acknowledgedSensors } from './acknowledged.ts';
import { Callouts } from './callouts.tsx';
import { useAlarmed } from './feed.tsx';
import css from './live.module.css';
import { LiveMachine } from './live-machine.tsx';
import type { Alarmed } from './plant-store.ts';
import type { Suspects } from './suspects.ts';
import { useBlink } from './use-blink.ts';

const mostCallouts = 4;
const edge = 16;
const zoomRange = { min: 0.1, max: 4 } as const;

/** The static part: ground, pipes, labels. */
const Still = memo(({ tab }: { readonly tab: Tab }) => (
  <div className={css.under}>
    {tab.shapes.map((shape) => {
      const bleed = bleedOf(shape, tab);
      const style: CSSProperties = {
        left: shape.x - bleed.left,
        top: shape.y,
        width: shape.width + bleed.left + bleed.right,
        height: shape.height + bleed.bottom,
        ...(shape.angle === 0 ? {} : { transform: `rotate(${shape.angle}deg)` }),
      };
      return (
        <div key={shape.id} className={canvas.place} style={style}>
          <ShapeView shape={shape} />
        </div>
      );
    })}
    <Connectors connectors={tab.connectors} machines={tab.machines} />
    {tab.labels.map((label) => (
      <div key={label.id} className={canvas.place} style={{ left: label.x, top: label.y }}>
        <LabelView label={label} />
      </div>
    ))}
  </div>
));

/** The alarms that get a callout, up to the tab's limit. */
const useCalledOut = (): readonly Alarmed[] => {
  const alarmed = useAlarmed();
  return useMemo(() => alarmed.slice(0, mostCallouts), [alarmed]);
};

/** Sensors whose active events are all acknowledged; the same set object until it changes. */
const useAcknowledged = (): ReadonlySet<string> => {
  const sensors = useSyncExternalStore(onNotifications, () => acknowledgedSensors(notificationsNow().rows).join(' '));
  return useMemo(() => new Set(sensors.split(' ')), [sensors]);
};

type Detail = 'near' | 'middle' | 'far';
const detailOf = (zoom: number): Detail => (zoom < 0.4 ? 'far' : zoom < 0.7 ? 'middle' : 'near');
const middleScale = 1.5;
const noAlarms: readonly Alarmed[] = [];

/** Sets the zoom in CSS, so that words and badges keep a readable size without re-rendering. */
const useDetail = (stage: RefObject<HTMLElement | null>): void => {
  const store = useStoreApi();
  useEffect(() => {
    const show = (): void => {
      const element = stage.current;
      if (element === null) return;
      const zoom = store.getState().transform[2];
      element.dataset.detail = detailOf(zoom);
      element.style.setProperty('--unzoom', String(Math.min(3, Math.max(0.5, 1 / zoom))));
    };
    show();
    return store.subscribe(show);
  }, [stage, store]);
};

interface Props {
  readonly tab: Tab;
  readonly zone: string;
  readonly toMachine: (machine: Machine) => string | null;
  readonly suspects: Suspects;
  readonly children?: ReactNode;
}

const Drawing = ({ tab, zone, toMachine, suspects }: Omit<Props, 'children'>) => {
  const detail = useStore((state) => detailOf(state.transform[2]));
  const worst = useCalledOut();
  // When zoomed out, a callout would cover its machine; the list of what is not normal shows the alarm instead.
  const calledOut = detail === 'far' ? noAlarms : worst;
  const acknowledged = useAcknowledged();
  return (
    <ViewportPortal>
      <Still tab={tab} />
      {tab.machines.map((machine) => (
        <LiveMachine
          key={machine.id}
          machine={machine}
          to={toMachine(machine)}
          zone={zone}
          isCalledOut={calledOut.some(({ id }) => id === machine.id)}
          acknowledged={acknowledged}
          suspects={suspects.get(machine.id)}
        />
      ))}
      <Callouts tab={tab} alarmed={calledOut} zone={zone} scale={detail === 'middle' ? middleScale : 1} />
    </ViewportPortal>
  );
};

/** Fits the whole tab until the person moves the view. */
const useFitted = (tab: Tab) => {
  const { setViewport } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const [moved, setMoved] = useState(false);
  const fit = useCallback(() => {
    if (width === 0 || height === 0) return;
    const zoom = Math.min((width - 2 * edge) / tab.width, (height - 2 * edge) / tab.height, 1.5);
    // On a phone it is on top: below it is the list of what is not normal.
    const y = width < breakpoints.phone ? edge : (height - tab.height * zoom) / 2;
    void setViewport({ x: (width - tab.width * zoom) / 2, y, zoom });
  }, [setViewport, width, height, tab]);
  useEffect(() => {
    if (!moved) fit();
  }, [fit, moved]);
  return {
    onMove: () => setMoved(true),
    fit: () => {
      setMoved(false);
      fit();
    },
  };
};

const ZoomBar = ({ fit, moved }: { readonly fit: () => void; readonly moved: () => void }) => {
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const zoom = useStore((state) => state.transform[2]);
  const act = (work: () => unknown) => () => {
    moved();
    work();
  };
  const full = (): void => {
    const stage = document.querySelector('[data-stage]');
    if (document.fullscreenElement) void document.exitFullscreen();
    else void stage?.requestFullscreen();
  };
  return (
    <Panel position="bottom-right" className={css.zoom ?? ''}>
      <IconButton icon="minus" label={texts.zoomOut} onClick={act(() => zoomOut())} />
      <button type="button" className={css.zoomText} title={texts.zoomReset} onClick={act(() => zoomTo(1))}>
        {Math.round(zoom * 100)} %
      </button>
      <IconButton icon="plus" label={texts.zoomIn} onClick={act(() => zoomIn())} />
      <IconButton icon="grid" label={texts.zoomFit} onClick={fit} />
      <IconButton icon="fullScreen" label={texts.fullScreen} onClick={full} />
    </Panel>
  );
};

const Inner = ({ tab, zone, toMachine, suspects, children }: Props) => {
  const stage = useRef<HTMLDivElement>(null);
  useBlink(stage);
  useDetail(stage);
  const { fit, onMove } = useFitted(tab);
  const { text } = usePalette();
  const tick = useMemo(() => ({ '--tick': iconImage('tick', text) }) as CSSProperties, [text]);
  return (
    <div ref={stage} className={`${css.stage} ${canvas.canvas}`} style={tick} data-stage="">
      <ReactFlow
        nodes={[]}
        edges={[]}
        minZoom={zoomRange.min}
        maxZoom={zoomRange.max}
        onMoveStart={(event) => {
          // Fitting moves the view without an event.
          if (event !== null) onMove();
        }}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        attributionPosition="bottom-left"
      >
        <Drawing tab={tab} zone={zone} toMachine={toMachine} suspects={suspects} />
        <ZoomBar fit={fit} moved={onMove} />
        {children}
      </ReactFlow>
    </div>
  );
};

/** The tab: pan and zoom by hand, wheel and keys; fitted at first. */
export const Stage = (props: Props) => (
  <ReactFlowProvider>
    <Inner {...props} />
  </ReactFlowProvider>
);
