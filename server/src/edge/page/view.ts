import type { EdgeHealth } from '@tocsin/contract/edge-exchange';
import { texts } from '@tocsin/contract/texts/edge-page';
import type { CatalogDevice } from '../../pipeline/catalog.ts';
import { ALARM } from '../../pipeline/types.ts';
import { type AlarmWatch, placeOf, readingOf } from '../alarm-watch.ts';
import type { EdgeCatalog } from '../edge-catalog.ts';
import type { EdgeClock } from '../edge-clock.ts';
import type { EdgeConfigurations } from '../edge-configuration.ts';
import type { EdgeIntake } from '../edge-intake.ts';
import type { LineState } from '../forward/forwarder.ts';
import type { Identity } from '../forward/portal-link.ts';

/** What the page shows, as texts. */
export interface PageState {
  readonly title: string;
  readonly site: string;
  readonly time: string;
  readonly portal: { readonly isUp: boolean; readonly text: string };
  readonly queue: { readonly isFull: boolean; readonly text: string };
  readonly alarms: readonly {
    readonly device: string;
    readonly sensor: string;
    readonly reading: string;
    readonly since: string;
  }[];
  readonly alarmsText: string;
  readonly devices: readonly DeviceState[];
  readonly empty: string;
  readonly foot: string;
}

interface DeviceState {
  readonly title: string;
  readonly isOnline: boolean;
  readonly state: string;
  readonly last: string;
  readonly sensors: readonly {
    readonly name: string;
    readonly group: string;
    readonly reading: string;
    readonly isAlarm: boolean;
  }[];
}

export interface ViewNeed {
  readonly identity: Identity;
  readonly configurations: Pick<EdgeConfigurations, 'current' | 'number'>;
  readonly catalog: EdgeCatalog;
  readonly intake: EdgeIntake;
  readonly watch: AlarmWatch;
  readonly clock: EdgeClock;
  readonly health: () => EdgeHealth;
  readonly line: LineState;
  readonly downForMs: () => number | null;
}

/** A time in the site's zone: '25 Nov 14:05'. */
export const timeText = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
    .format(at)
    .replace(',', '');

/** The zone's short name at a moment: 'CST'. */
const zoneName = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

const sizeText = (bytes: number): string =>
  bytes < 1024 ** 2
    ? `${Math.ceil(bytes / 1024)} KB`
    : bytes < 1024 ** 3
      ? `${Math.round(bytes / 1024 ** 2)} MB`
      : `${Number((bytes / 1024 ** 3).toFixed(1))} GB`;

/** Builds what the page shows. */
export const createView = (need: ViewNeed) => (): PageState => {
  const { identity, configurations, catalog, watch, clock, health, line } = need;
  const zone = configurations.current?.site.timezone ?? 'UTC';
  const { queue_records, queue_bytes, queue_bound_bytes, is_full, version } = health();
  const down = need.downForMs();
  const isUp = down === null;
  const since = timeText(clock.now() - (down ?? 0), zone);
  const alarms = watch.active();
  const devices = [...catalog.all()].sort((a, b) => a.title.localeCompare(b.title));
  return {
    title: texts.title(identity.title),
    site: `${configurations.current?.site.client ?? ''} · ${identity.location}`.replace(/^ · /, ''),
    time: `${timeText(clock.now(), zone)} ${zoneName(clock.now(), zone)}`,
    portal: {
      isUp,
      text: isUp ? texts.portalUp : line.lastAnswerAt === null ? texts.portalNever : texts.portalDown(since),
    },
    queue: {
      isFull: is_full,
      text: is_full ? texts.full : texts.queue(queue_records, sizeText(queue_bytes), sizeText(queue_bound_bytes)),
    },
    alarms: alarms.map((alarm) => ({
      ...placeOf(catalog, alarm),
      reading: alarm.reading,
      since: texts.since(timeText(alarm.since, zone)),
    })),
    alarmsText: alarms.length === 0 ? texts.noAlarms : texts.alarms(alarms.length),
    devices: devices.map((device) => deviceState(need.intake, device, zone)),
    empty: devices.length === 0 ? texts.noDevices : '',
    foot: texts.version(version, configurations.number),
  };
};

function deviceState(intake: EdgeIntake, device: CatalogDevice, zone: string): DeviceState {
  const state = intake.device(device.id)?.state;
  const newest = state?.newest ?? null;
  const isOnline = state?.online ?? false;
  const groups = new Map(state?.layout?.groups.map(({ id, name }) => [id, name]));
  const sensors = (state?.layout?.sensors ?? []).map((sensor, index) => ({
    name: device.sensorNames.get(`${sensor.groupId}.${sensor.sensorId}`) ?? sensor.name,
    group: groups.get(sensor.groupId) ?? sensor.groupId,
    reading: (state && readingOf(state, index)) || texts.noValue,
    isAlarm: ((state?.known.flags[index] ?? 0) & ALARM) !== 0,
  }));
  return {
    title: device.title,
    isOnline,
    state: isOnline ? texts.online : newest === null ? texts.silent : texts.offline,
    last: newest === null ? '' : texts.lastFrame(timeText(newest.ts, zone)),
    sensors,
  };
}
