const minuteMs = 60_000;
const dayMs = 86_400_000;
/** How far a time in another unit may be from the server's, so that a clock that began in 1970 is not one in seconds. */
const nearMs = 2 * dayMs;
const zoneStepMs = 15 * minuteMs;
const longestZoneMs = 14 * 60 * minuteMs;
const zoneToleranceMs = 2 * minuteMs;

/**
 * Says what an integrator probably sends in place of unix milliseconds: seconds, microseconds, nanoseconds, or a local
 * time that is ahead of UTC. Null when `ts` looks like none of them; both times in ms.
 */
export function timeMistake(ts: number, now: number): string | null {
  const unit = unitOf(ts, now);
  if (unit !== null) return `ts is in ${unit}: send milliseconds since 1970, such as ${now}`;
  const ahead = ts - now;
  const zone = Math.round(ahead / zoneStepMs) * zoneStepMs;
  const isZone = zone >= 2 * zoneStepMs && zone <= longestZoneMs && Math.abs(ahead - zone) <= zoneToleranceMs;
  return isZone ? `ts is ${hoursOf(zone)} ahead, like a local time: send UTC` : null;
}

function unitOf(ts: number, now: number): string | null {
  const isNear = (ms: number): boolean => Math.abs(ms - now) <= nearMs;
  if (isNear(ts * 1_000)) return 'seconds';
  if (isNear(ts / 1_000)) return 'microseconds';
  return isNear(ts / 1_000_000) ? 'nanoseconds' : null;
}

/** '2 h', '5 h 30 min' */
function hoursOf(ms: number): string {
  const minutes = Math.round(ms / minuteMs);
  const hours = Math.floor(minutes / 60);
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : ''].filter(Boolean).join(' ');
}
