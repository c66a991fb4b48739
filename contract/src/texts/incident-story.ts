import { counted, defineTexts, isOrAre } from './define-texts.ts';

/**
 * The sentences that tell an incident. They say what was first, never what caused what, and join no two facts by a
 * reason.
 */
export const texts = defineTexts('incident-story', {
  /** 'Head bearing left of Leg 1' */
  of: (sensor: string, device: string): string => `${sensor} of ${device}`,
  is: (place: string, what: string): string => `${place}: ${what}`,
  alarm: 'alarm from the controller',
  warning: 'warning',
  lost: 'communication lost',
  offline: 'offline',
  stopped: (device: string): string => `${device} stopped`,
  stoppedItself: (device: string): string => `${device} stopped itself`,
  test: (what: string): string => `Test: ${what}`,
  first: (what: string): string => `First: ${what}`,
  uncertain: (seconds: number, one: string, other: string): string =>
    `First, order not certain within ${seconds} s: ${one}; ${other}`,
  late: 'received late',
  since: (time: string): string => `already active since ${time}`,
  shelved: 'shelved',
  shelvedUntil: (time: string): string => `shelved until ${time}`,
  cleared: (time: string): string => `cleared ${time}`,
  over: 'cleared',
  /** Alarms of the same machine that ended before the first one began. */
  earlier: (what: string, count: number): string => `${count === 1 ? 'Earlier alarm' : 'Earlier alarms'}: ${what}`,
  also: (what: string): string => `Also: ${what}`,
  more: (count: number): string => counted(count, { one: 'more event', other: 'more events' }),
  acknowledged: (who: string, time: string): string => `${who} acknowledged at ${time}`,
  nobody: 'Nobody has acknowledged',
  nobodySince: (time: string): string => `Nobody has acknowledged what began at ${time}`,
  nobodyNext: (who: string, time: string): string => `Nobody has acknowledged, ${who} ${isOrAre(who)} next at ${time}`,
  next: (who: string, time: string): string => `${who} ${isOrAre(who)} next at ${time}`,
  now: (value: string): string => `Now ${value}`,
  nowOf: (sensor: string, value: string): string => `${sensor} now ${value}`,
  rising: (by: string, minutes: number): string => `rising ${by} in ${minutes} min`,
  falling: (by: string, minutes: number): string => `falling ${by} in ${minutes} min`,
  rises: 'rising',
  falls: 'falling',
  steady: (minutes: number): string => `steady for ${minutes} min`,
  /** After `steady`. `time`: of the value that it is compared with. */
  above: (by: string, time: string): string => `${by} above ${time}`,
  below: (by: string, time: string): string => `${by} below ${time}`,
  /** `time`: when its stop cleared. */
  runs: (device: string, time: string): string => `${device} runs again, its stop cleared ${time}`,
  runsAgain: (device: string): string => `${device} runs again`,
  runsNow: (device: string): string => `${device} is running`,
  /** After `runsNow`, before what somebody wrote. */
  stopFirst: 'Stop it before you touch it',
  /** Of an alarm that is critical or comes again, before what somebody wrote. */
  stopNow: (device: string): string => `Stop ${device} now`,
  /** `what`: that the machine is to be kept stopped. */
  afterwards: (what: string): string => `Then: ${what}`,
  last: (sensor: string, value: string, ago: string): string => `${sensor} last ${value}, ${ago} ago`,
  isOffline: (device: string): string => `${device} is offline`,
  isOfflineLast: (device: string, value: string, time: string): string =>
    `${device} is offline, last ${value} at ${time}`,
});
