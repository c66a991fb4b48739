/**
 * The animated head bearing: one plant hour in twelve seconds. The temperature rises along a logistic curve, is held at
 * the alarm, then fades. Cycle times are in ms, plant times in minutes of the hour.
 */
export type BearingState = 'ok' | 'warning' | 'alarm';

export type BearingMoment = {
  readonly minute: number;
  readonly celsius: number;
  readonly state: BearingState;
  /** 0 cold to 1 glowing. */
  readonly heat: number;
  /** How much of the curve is visible; falls only during the fade. */
  readonly presence: number;
};

export const limits = { warning: 70, alarm: 80 } as const;
export const phasesMs = { hold: 6_000, fade: 1_500, rise: 12_000 } as const;
export const cycleMs = phasesMs.hold + phasesMs.fade + phasesMs.rise;
export const hourMinutes = 60;

const coldest = 41;
const hottest = 84.2;
const steepness = 8;
const middle = 0.68;
const logistic = (u: number): number => 1 / (1 + Math.exp(-steepness * (u - middle)));
const lowest = logistic(0);
const highest = logistic(1);

/** Temperature of the bearing at a minute of the plant hour. */
export const celsiusAt = (minute: number): number =>
  coldest + ((hottest - coldest) * (logistic(minute / hourMinutes) - lowest)) / (highest - lowest);

/** The minute at which the curve reaches a temperature: the inverse of `celsiusAt`. */
export const minuteOf = (celsius: number): number => {
  const share = lowest + ((celsius - coldest) / (hottest - coldest)) * (highest - lowest);
  return hourMinutes * (middle - Math.log(1 / share - 1) / steepness);
};

export const stateOf = (celsius: number): BearingState =>
  celsius >= limits.alarm ? 'alarm' : celsius >= limits.warning ? 'warning' : 'ok';

const heatOf = (celsius: number): number => Math.min(1, Math.max(0, (celsius - 50) / (limits.alarm - 50)));

const momentOf = (minute: number, celsius: number, presence: number): BearingMoment => ({
  minute,
  celsius,
  state: stateOf(celsius),
  heat: heatOf(celsius),
  presence,
});

/** The moment shown before the script runs, with reduced motion, and while paused at the start. */
export const alarmMoment: BearingMoment = momentOf(hourMinutes, hottest, 1);

/** The moment of the cycle, which starts at `alarmMoment`, so that nothing jumps when the script starts. */
export const bearingAt = (elapsedMs: number): BearingMoment => {
  const t = elapsedMs % cycleMs;
  if (t < phasesMs.hold) return alarmMoment;
  if (t < phasesMs.hold + phasesMs.fade) {
    const left = 1 - (t - phasesMs.hold) / phasesMs.fade;
    return momentOf(hourMinutes, coldest + (hottest - coldest) * left, left);
  }
  const minute = ((t - phasesMs.hold - phasesMs.fade) / phasesMs.rise) * hourMinutes;
  return momentOf(minute, celsiusAt(minute), 1);
};

/** 'HH:MM' of a minute of the animation's hour, which starts at 13:30. */
export const clockText = (minute: number): string => {
  const total = 13 * 60 + 30 + Math.floor(minute);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
};
