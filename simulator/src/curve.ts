/** How a driven input moves with the seconds since it was driven. Plain data, so that scenarios can be written down. */
export type Curve =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'linear'; readonly from: number; readonly to: number; readonly overS: number }
  /** base + gain * (exp(t / tau) - 1): friction that feeds itself. */
  | { readonly kind: 'growth'; readonly base: number; readonly gain: number; readonly tauS: number }
  | { readonly kind: 'approach'; readonly from: number; readonly to: number; readonly tauS: number }
  /** A contact that rattles: `forS` seconds of low/high turns per part, then `then`. */
  | {
      readonly kind: 'toggle';
      readonly parts: readonly { readonly lowS: number; readonly highS: number; readonly forS: number }[];
      readonly then: number;
    };

function toggleAt(curve: Extract<Curve, { kind: 'toggle' }>, seconds: number): number {
  let rest = seconds;
  for (const part of curve.parts) {
    // The small number keeps 0.6 s after a start a boundary in floating point too.
    if (rest < part.forS - 1e-6) {
      const inTurn = rest % (part.lowS + part.highS);
      return inTurn < part.lowS - 1e-6 || part.lowS + part.highS - inTurn < 1e-6 ? 0 : 1;
    }
    rest -= part.forS;
  }
  return curve.then;
}

export function valueAt(curve: Curve, seconds: number): number {
  switch (curve.kind) {
    case 'constant':
      return curve.value;
    case 'linear':
      return curve.from + (curve.to - curve.from) * Math.min(1, seconds / curve.overS);
    case 'growth':
      return curve.base + curve.gain * (Math.exp(seconds / curve.tauS) - 1);
    case 'approach':
      return curve.to + (curve.from - curve.to) * Math.exp(-seconds / curve.tauS);
    case 'toggle':
      return toggleAt(curve, seconds);
    default:
      return curve satisfies never;
  }
}
