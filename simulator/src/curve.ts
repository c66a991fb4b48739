/**
 * How a driven input changes with the seconds since the action. Plain data, so that scenarios can be written as
 * literals.
 */
export type Curve =
  | { readonly kind: 'constant'; readonly value: number }
  /** 'here': from where the input stands. */
  | { readonly kind: 'linear'; readonly from: number | 'here'; readonly to: number; readonly overS: number }
  /** base + gain * (exp(t / tau) - 1): friction that feeds itself. */
  | { readonly kind: 'growth'; readonly base: number; readonly gain: number; readonly tauS: number }
  | { readonly kind: 'approach'; readonly from: number | 'here'; readonly to: number; readonly tauS: number }
  /** A contact that rattles: `forS` seconds of low/high turns per part, then `after`. */
  | {
      readonly kind: 'toggle';
      readonly phases: readonly { readonly lowS: number; readonly highS: number; readonly forS: number }[];
      readonly after: number;
    };

function toggleAt(curve: Extract<Curve, { kind: 'toggle' }>, seconds: number): number {
  let rest = seconds;
  for (const part of curve.phases) {
    // The small number keeps 0.6 s after a start a boundary in floating point too.
    if (rest < part.forS - 1e-6) {
      const inTurn = rest % (part.lowS + part.highS);
      return inTurn < part.lowS - 1e-6 || part.lowS + part.highS - inTurn < 1e-6 ? 0 : 1;
    }
    rest -= part.forS;
  }
  return curve.after;
}

function startOf(from: number | 'here'): number {
  if (from === 'here') throw new Error("a curve from 'here' must be settled first");
  return from;
}

/** Replaces 'here' by the present value. */
export function settle(curve: Curve, present: number): Curve {
  return (curve.kind === 'linear' || curve.kind === 'approach') && curve.from === 'here'
    ? { ...curve, from: present }
    : curve;
}

export function valueAt(curve: Curve, seconds: number): number {
  switch (curve.kind) {
    case 'constant':
      return curve.value;
    case 'linear':
      return startOf(curve.from) + (curve.to - startOf(curve.from)) * Math.min(1, seconds / curve.overS);
    case 'growth':
      return curve.base + curve.gain * (Math.exp(seconds / curve.tauS) - 1);
    case 'approach':
      return curve.to + (startOf(curve.from) - curve.to) * Math.exp(-seconds / curve.tauS);
    case 'toggle':
      return toggleAt(curve, seconds);
    default:
      return curve satisfies never;
  }
}
