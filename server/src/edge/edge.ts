import { join } from 'node:path';
import { SettingError } from '../platform/config.ts';
import { FolderLock } from '../platform/embedded-postgres/folder-lock.ts';
import type { Log } from '../platform/log.ts';
import { version } from '../platform/version.ts';
import { openEdgeAdapters } from './adapters.ts';
import { AlarmWatch, type EdgeAlarm, placeOf } from './alarm-watch.ts';
import { EdgeQueue } from './disk/edge-queue.ts';
import { EdgeCatalog } from './edge-catalog.ts';
import { EdgeClock, systemTime, type TimeSources } from './edge-clock.ts';
import { EdgeConfigurations } from './edge-configuration.ts';
import { checkpointOf } from './edge-device.ts';
import { EdgeIntake } from './edge-intake.ts';
import { EdgeMaps } from './edge-maps.ts';
import { createEdgeSignIn } from './edge-sign-in.ts';
import { Forwarder } from './forward/forwarder.ts';
import { Outbox } from './forward/outbox.ts';
import { type Identity, PortalLink } from './forward/portal-link.ts';
import { createHealth } from './health.ts';
import { claim, readIdentity } from './identity.ts';
import { gapItem } from './items.ts';
import { MissedPolls } from './missed-polls.ts';
import { Notifier } from './notifier.ts';
import { openPage } from './page/page-server.ts';
import { createView, timeText } from './page/view.ts';
import type { EdgeSettings } from './settings.ts';

/** A running edge: its ports, and how to stop it. */
export interface RunningEdge {
  readonly title: string;
  readonly httpPort: number;
  readonly mqttPort: number | null;
  readonly pagePort: number | null;
  stop(): Promise<void>;
}

const tickMs = 1_000;
/** What may be lost without harm is written this often: what is confirmed, the time, open gaps. */
const savedEveryTicks = 5;

/**
 * Starts everything in order. Resolves when devices can connect; at the first start it waits for the portal to answer
 * the claim.
 */
export async function startEdge(
  settings: EdgeSettings,
  log: Log,
  {
    sources = systemTime(),
    heartbeatMs = 5_000,
  }: { readonly sources?: TimeSources; readonly heartbeatMs?: number } = {},
): Promise<RunningEdge> {
  const { dataDir } = settings;
  const lock = new FolderLock(dataDir);
  lock.take(2_000);
  const link = new PortalLink(settings.portal);
  const identity = await identify(settings, link, log);
  const clock = new EdgeClock(join(dataDir, 'clock.json'), sources);
  // At once: a kill in the first seconds must not leave the next start to the system clock.
  save(clock, log);
  const configurations = new EdgeConfigurations(join(dataDir, 'configuration.json'), identity.public_key, log);
  const catalog = new EdgeCatalog();
  const maps = new EdgeMaps(log);
  if (configurations.current) {
    maps.replace(configurations.current);
    catalog.replace(configurations.current);
  }

  const queue: EdgeQueue = new EdgeQueue({
    folder: join(dataDir, 'queue'),
    maxBytes: settings.queueBytes,
    log: log.with({ part: 'queue' }),
    now: () => clock.pacing.now(),
    checkpoint: () => checkpointOf(intake.devices()),
    restore: () => intake.restore(),
  });
  const outbox = new Outbox(queue, log.with({ part: 'outbox' }));
  const watch = new AlarmWatch((alarm) => notifier?.began(nameOf(catalog, alarm)));
  const intake: EdgeIntake = new EdgeIntake({
    queue,
    clock,
    log: log.with({ part: 'intake' }),
    isKnown: (id) => catalog.byId(id) !== undefined,
    stored(records) {
      outbox.add(records, sources.steady());
      forwarder.wake();
    },
    changed: (device) => watch.changed(device),
  });
  intake.restore();
  for (const device of intake.devices()) watch.changed(device, true);
  const missed = new MissedPolls({ file: join(dataDir, 'missed-polls.json'), now: () => clock.now(), log });
  clock.onStep((byMs) => {
    log.warn('The clock was corrected by the portal', { byMs: Math.round(byMs) });
    intake.clockStepped(byMs);
  });

  const sessions = () => [...intake.sessions()];
  const health = createHealth({
    version,
    settings,
    catalog,
    maps,
    clock,
    queue,
    outbox,
    missed,
    startedAt: clock.now(),
    sessions,
  });
  const forwarder: Forwarder = new Forwarder({
    identity,
    link,
    outbox,
    clock,
    steady: sources.steady,
    heartbeatMs,
    log: log.with({ part: 'portal' }),
    health,
    sessions,
    configuration: () => configurations.number,
    configured: (signed) => configurations.take(signed),
  });
  const downForMs = () => {
    const { downSince } = forwarder.line;
    return downSince === null ? null : sources.steady() - downSince;
  };
  const zone = () => configurations.current?.site.timezone ?? 'UTC';
  const notifier: Notifier | null = settings.notify
    ? new Notifier({
        settings: settings.notify,
        file: join(dataDir, 'notify.json'),
        now: () => clock.now(),
        log: log.with({ part: 'notify' }),
        names: () => ({ edge: identity.title, site: configurations.current?.site.title ?? identity.location }),
        downForMs,
        alarms: () => watch.active().map((alarm) => nameOf(catalog, alarm)),
        timeText: (at) => timeText(at, zone()),
      })
    : null;

  const adapters = await openEdgeAdapters({
    settings,
    intake,
    pollIntake: missed.intakeFor(intake, () => clock.now() - clock.pacing.now()),
    catalog,
    maps,
    signIn: createEdgeSignIn(catalog, configurations, clock.pacing),
    pacing: clock.pacing,
    log,
  });
  configurations.onChange((configuration) => {
    maps.replace(configuration);
    adapters.changed(catalog.replace(configuration));
  });
  const view = createView({
    identity,
    configurations,
    catalog,
    intake,
    watch,
    clock,
    health,
    line: forwarder.line,
    downForMs,
  });
  const page = settings.pagePort === null ? null : await openPage(settings.pageHost, settings.pagePort, view);
  forwarder.start();

  let ticks = 0;
  const timer = setInterval(() => {
    intake.passTime();
    storeGaps(queue, missed, outbox, sources);
    notifier?.tick(forwarder.line.downSince === null);
    if (++ticks % savedEveryTicks !== 0) return;
    queue.saveConfirmed();
    missed.save();
    save(clock, log);
  }, tickMs);
  return {
    title: identity.title,
    httpPort: adapters.httpPort,
    mqttPort: adapters.mqttPort,
    pagePort: page?.port ?? null,
    async stop() {
      clearInterval(timer);
      await adapters.stop();
      await forwarder.stop();
      await page?.stop();
      missed.save();
      save(clock, log);
      await queue.stop();
      lock.free();
    },
  };
}

async function identify({ dataDir, portal, code }: EdgeSettings, link: PortalLink, log: Log): Promise<Identity> {
  const known = readIdentity(dataDir, portal);
  if (known) return known;
  if (code === null)
    throw new SettingError('EDGE_CODE is missing: make a code in the portal, on the page Edges of the site');
  return await claim({ dataDir, portal, code, link, log });
}

/** Gaps become records as soon as there is room. */
function storeGaps(queue: EdgeQueue, missed: MissedPolls, outbox: Outbox, sources: TimeSources): void {
  const gaps = missed.ended();
  if (gaps.length === 0 || queue.isFull()) return;
  const texts: string[] = [];
  const make = gaps.map(([id, gap]) => (n: number): string => {
    const text = gapItem(id, gap)(n);
    texts.push(text);
    return text;
  });
  const first = queue.append(make, (isStored) => {
    if (!isStored) return;
    missed.stored(gaps);
    const record = { kind: 'gap', hash: null, isNewest: false } as const;
    outbox.add(
      gaps.map(([deviceId], index) => ({ ...record, n: first + index, deviceId, text: texts[index] ?? '' })),
      sources.steady(),
    );
  });
}

function save(clock: EdgeClock, log: Log): void {
  try {
    clock.save();
  } catch (error) {
    log.warn('Could not record the time', { error });
  }
}

function nameOf(catalog: EdgeCatalog, alarm: EdgeAlarm): string {
  const { device, sensor } = placeOf(catalog, alarm);
  return `${device}, ${sensor}${alarm.reading === '' ? '' : `: ${alarm.reading}`}`;
}
