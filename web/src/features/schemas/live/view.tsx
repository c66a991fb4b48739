import { ReactFlowProvider, useReactFlow, useStoreApi } from '@xyflow/react';
import {
  createContext,
  type Context as ReactContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
} from 'react';
import { createStore, type Store } from '../../../ui/store.ts';
import { breakpoints } from '../../../ui/tokens.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Box, Tab } from '../canvas/tab.ts';

/** The visible part of the tab; published once the view rests. */
export interface View {
  readonly zoom: number;
  /** The visible part, in tab units; null before the first layout. */
  readonly box: Box | null;
}

export const zoomRange = { min: 0.05, max: 4 } as const;
const edge = 16;
const restMs = 140;
const nearZoom = 1;
/** Of the height that a fitted tab leaves free, the share above it, where callouts have room. */
const skyShare = 0.65;

const Context = createContext<Store<View> | null>(null);
const FitContext = createContext<Store<boolean> | null>(null);

const useContextOf = <T,>(context: ReactContext<T | null>): T => {
  const value = useContext(context);
  if (value === null) throw new Error('must be used inside a PlantView');
  return value;
};

/** Provides the view to the drawing, its mini-map and the panels beside it. */
export const PlantView = ({ children }: { readonly children: ReactNode }) => {
  const view = useMemo(() => createStore<View>({ zoom: 1, box: null }), []);
  const isFitted = useMemo(() => createStore(true), []);
  return (
    <Context value={view}>
      <FitContext value={isFitted}>
        <ReactFlowProvider>{children}</ReactFlowProvider>
      </FitContext>
    </Context>
  );
};

export const useView = (): View => useStore(useContextOf(Context));

export interface ViewCommands {
  /** Moves the view to a part of the tab, zoomed to at most 100 %. */
  readonly show: (box: Box) => void;
  /** The same, unless the user has moved the view. */
  readonly begin: (box: Box) => void;
  /** Shows the whole tab, also after the window is resized, until the user moves the view. */
  readonly fit: () => void;
  /** To be called when the user has moved the view. */
  readonly moved: () => void;
}

/** Commands that move the view of a tab with this size. */
export function useViewCommands(tab: Pick<Tab, 'width' | 'height'>): ViewCommands {
  const { setViewport } = useReactFlow();
  const store = useStoreApi();
  const isFitted = useContextOf(FitContext);
  const { width: tabWidth, height: tabHeight } = tab;
  return useMemo(() => {
    const fit = (): void => {
      const { width, height } = store.getState();
      if (width === 0 || height === 0) return;
      isFitted.set(true);
      const zoom = Math.min((width - 2 * edge) / tabWidth, (height - 2 * edge) / tabHeight, 1.5);
      // On a phone the tab is at the top, above the list of what is not normal.
      const y = width < breakpoints.phone ? edge : (height - tabHeight * zoom) * skyShare;
      void setViewport({ x: (width - tabWidth * zoom) / 2, y, zoom });
    };
    const show = (box: Box): void => {
      const { width, height } = store.getState();
      isFitted.set(false);
      const zoom = Math.max(
        zoomRange.min,
        Math.min(nearZoom, (width * 0.8) / Math.max(1, box.width), (height * 0.8) / Math.max(1, box.height)),
      );
      const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
      void setViewport({ x: width / 2 - middleX * zoom, y: height / 2 - middleY * zoom, zoom });
    };
    const begin = (box: Box): void => {
      if (isFitted.get()) show(box);
    };
    return { show, begin, fit, moved: () => isFitted.set(false) };
  }, [setViewport, store, isFitted, tabWidth, tabHeight]);
}

/** Fits the whole tab until the user moves the view. */
export function useFitted({ fit }: ViewCommands): void {
  const store = useStoreApi();
  const isFitted = useContextOf(FitContext);
  useEffect(() => {
    let before = '';
    const follow = (): void => {
      const { width, height } = store.getState();
      const size = `${width} ${height}`;
      if (size === before) return;
      before = size;
      if (isFitted.get()) fit();
    };
    follow();
    return store.subscribe(follow);
  }, [store, isFitted, fit]);
}

/**
 * Sets `data-moving` on the stage while the view moves, so that the compositor moves and scales the drawing as one
 * layer; otherwise each step of a zoom would redraw every machine. Publishes the view once it rests: then the drawing
 * is redrawn sharp, and labels are laid out again.
 */
export function useMotion(stage: RefObject<HTMLElement | null>): void {
  const store = useStoreApi();
  const view = useContextOf(Context);
  const publish = useCallback(() => {
    const element = stage.current;
    const { transform, width, height } = store.getState();
    const [x, y, zoom] = transform;
    if (element === null || width === 0) return;
    element.style.setProperty('--unzoom', String(1 / zoom));
    element.removeAttribute('data-moving');
    view.set({ zoom, box: { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom } });
  }, [stage, store, view]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let before = '';
    const move = (): void => {
      const { transform, width, height } = store.getState();
      const now = `${transform.join(' ')} ${width} ${height}`;
      if (now === before) return;
      const isFirst = before === '' || view.get().box === null;
      before = now;
      clearTimeout(timer);
      if (isFirst) publish();
      else {
        if (stage.current && stage.current.dataset.moving === undefined) stage.current.dataset.moving = '';
        timer = setTimeout(publish, restMs);
      }
    };
    move();
    const unsubscribe = store.subscribe(move);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, view, stage, publish]);
}
