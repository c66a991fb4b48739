import type { Point } from '../../canvas/tab.ts';

/**
 * A press that may become a drag, used for resizing, rotating, bending and connecting. A state machine as data: the
 * caller feeds it pointer events and acts on its output.
 */
export type Drag<S> =
  | { readonly phase: 'idle' }
  | { readonly phase: 'pressed'; readonly subject: S; readonly from: Point }
  | { readonly phase: 'dragging'; readonly subject: S; readonly from: Point; readonly to: Point };

export type DragEvent<S> =
  | { readonly kind: 'press'; readonly subject: S; readonly at: Point }
  | { readonly kind: 'move'; readonly at: Point }
  | { readonly kind: 'release'; readonly at: Point }
  | { readonly kind: 'cancel' };

export type DragEffect<S> =
  | { readonly kind: 'none' }
  | { readonly kind: 'click'; readonly subject: S }
  | { readonly kind: 'preview'; readonly subject: S; readonly from: Point; readonly to: Point }
  | { readonly kind: 'commit'; readonly subject: S; readonly from: Point; readonly to: Point }
  | { readonly kind: 'cancelled'; readonly subject: S };

export interface Dragged<S> {
  readonly drag: Drag<S>;
  readonly effect: DragEffect<S>;
}

export const idle = { phase: 'idle' } as const;
const none = { kind: 'none' } as const;
/** Movement in canvas units below which a press is a click. */
const threshold = 3;

/** The next state and the effect of an event; neither changes `drag`. */
export function step<S>(drag: Drag<S>, event: DragEvent<S>): Dragged<S> {
  if (event.kind === 'press') {
    // Ignores a second finger or button.
    if (drag.phase !== 'idle') return { drag, effect: none };
    return { drag: { phase: 'pressed', subject: event.subject, from: event.at }, effect: none };
  }
  if (drag.phase === 'idle') return { drag, effect: none };
  const { subject, from } = drag;
  switch (event.kind) {
    case 'move': {
      const to = event.at;
      const isFar = Math.hypot(to.x - from.x, to.y - from.y) >= threshold;
      if (drag.phase === 'pressed' && !isFar) return { drag, effect: none };
      return { drag: { phase: 'dragging', subject, from, to }, effect: { kind: 'preview', subject, from, to } };
    }
    case 'release':
      if (drag.phase === 'pressed') return { drag: idle, effect: { kind: 'click', subject } };
      return { drag: idle, effect: { kind: 'commit', subject, from, to: event.at } };
    case 'cancel':
      return { drag: idle, effect: { kind: 'cancelled', subject } };
  }
}
