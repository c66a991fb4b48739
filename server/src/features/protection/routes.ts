import { SiteId } from '@tocsin/contract/ids';
import { sensorPath } from '@tocsin/contract/layout';
import { dismissedDays, endpoints, type ProtectionFilter, type SuspicionRow } from '@tocsin/contract/protection';
import { isOemOrSuper, type Principal } from '../../access/principal.ts';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, type Call, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { protectionCsv } from './csv.ts';
import type { DeviceRow, SiteRow } from './facts.ts';
import { type GatherDependencies, type Gathered, isDismissed } from './gather.ts';
import { protectionPdf } from './pdf.ts';
import { filtered, namedEntries, presentEntry, presentHead } from './present.ts';
import { addHoursRoutes } from './routes-hours.ts';
import { addProtectionMailRoutes } from './routes-mail.ts';
import { addOwnerRoutes, type OwnersDependencies } from './routes-owners.ts';
import { needingBy, stillConcerns } from './rules.ts';
import { createSnapshots } from './snapshots.ts';
import { devicesOf, sitesOf } from './store.ts';
import * as store from './store-suspicions.ts';

const dayMs = 86_400_000;

export interface ProtectionDependencies extends GatherDependencies, OwnersDependencies {
  readonly clock: Clock;
}

/** Routes of what does not protect now, and of suspicions. */
export const addProtectionRoutes = (api: Api, dependencies: ProtectionDependencies): void => {
  const { db, clock } = dependencies;
  const snapshots = createSnapshots(dependencies);
  addProtectionMailRoutes(api, db);
  addHoursRoutes(api, dependencies);
  addOwnerRoutes(api, dependencies, snapshots.forget);

  const scopeFor = async ({ who, selection }: Pick<Call<typeof endpoints.count>, 'who' | 'selection'>) => {
    const { clientId } = await selection();
    if (clientId === null) throw new Refusal('invalid', 'please select a client first');
    return scopeOf(who, clientId);
  };
  const look = async (call: Pick<Call<typeof endpoints.count>, 'who' | 'selection'>) => {
    const gathered = await snapshots.of(await scopeFor(call));
    return { gathered, named: namedEntries(gathered) };
  };

  route(api, endpoints.list, async (call) => {
    const { gathered, named } = await look(call);
    const rows = filtered(named, call.query);
    const { limit, offset } = call.query;
    return {
      ...presentHead(gathered, named),
      count: rows.length,
      results: rows.slice(offset, offset + limit).map((one) => presentEntry(one, call.who, gathered.now)),
    };
  });

  route(api, endpoints.count, async (call) => {
    const { gathered, named } = await look(call);
    const rows = filtered(named, { location: call.query.location, ordering: 'kind' });
    const isDead = ({ entry }: (typeof rows)[number]): boolean => entry.kind === 'suspected_dead';
    const bySite = needingBy(rows, ({ site }) => site.id);
    return {
      count: rows.length,
      needs_somebody: needingBy(rows, () => true).get(true) ?? 0,
      by_kind: Object.fromEntries(needingBy(rows, ({ entry }) => entry.kind)),
      by_site: gathered.sites.flatMap(({ id, title }) => {
        const count = bySite.get(id);
        return count === undefined ? [] : [{ id, title, count }];
      }),
      by_device: [...Map.groupBy(rows, ({ entry }) => entry.deviceId)].flatMap(([id, own]) =>
        id === null ? [] : [{ id, count: own.length, suspected_dead: own.filter(isDead).length }],
      ),
    };
  });

  const file = async (call: Pick<Call<typeof endpoints.export>, 'who' | 'selection' | 'query'>) => {
    const { gathered, named } = await look(call);
    return { gathered, rows: filtered(named, call.query), ...headOf(gathered, call.query) };
  };

  route(api, endpoints.export, async (call) => {
    const { rows } = await file(call);
    call.reply.header('content-disposition', 'attachment; filename="not_protecting.csv"');
    return protectionCsv(rows);
  });

  route(api, endpoints.report, async (call) => {
    const { gathered, rows, title, zone } = await file(call);
    call.reply.header('content-disposition', 'inline; filename="not_protecting.pdf"');
    return Buffer.from(await protectionPdf(gathered, rows, title, zone, await languageOfCaller(db, call.who)));
  });

  route(api, endpoints.suspicions, async (call) => {
    const { limit, offset, location, is_dismissed } = call.query;
    const scope = await scopeFor(call);
    const sites = await sitesOf(db, scope);
    const devices = await devicesOf(
      db,
      sites.map(({ id }) => id),
    );
    const rows = (await store.openSuspicions(db, scope)).flatMap((one) => {
      const device = devices.find(({ id }) => id === one.deviceId);
      const site = sites.find(({ id }) => id === one.siteId);
      if (!device || !site || !stillConcerns(device, one) || isHidden(call.who, device, site)) return [];
      if (isDismissed(one, clock.now()) !== is_dismissed || (location !== undefined && site.id !== location)) return [];
      return [presentSuspicion(one, device, site)];
    });
    return { count: rows.length, results: rows.slice(offset, offset + limit) };
  });

  const change = async (
    call: Pick<Call<typeof endpoints.restore>, 'who' | 'params' | 'address'>,
    reason: string | null,
  ): Promise<SuspicionRow> => {
    const { who, params } = call;
    const now = clock.now();
    await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await store.lockSuspicion(trx, params.id));
      const until = now + dismissedDays * dayMs;
      const dismissal = reason === null ? null : { by: who.name, userId: who.userId, at: now, until, reason };
      await store.writeDismissal(trx, params.id, dismissal);
      note({
        ...aboutDevice(before, `${before.path} ${before.evidence.kind}`),
        action: reason === null ? 'restore suspicion' : 'dismiss suspicion',
        old: isDismissed(before, now) ? { reason: before.dismissal?.reason ?? null } : {},
        new: dismissal ? { reason: dismissal.reason, until: new Date(until).toISOString() } : { reason: null },
      });
    });
    snapshots.forget();
    return await found(params.id);
  };

  const found = async (id: number): Promise<SuspicionRow> => {
    const record = await store.findSuspicion(db, id);
    const [site] = record
      ? await sitesOf(db, { kind: 'some', clientIds: [], siteIds: [SiteId.parse(record.siteId)] })
      : [];
    const device = site && (await devicesOf(db, [site.id])).find((one) => one.id === record?.deviceId);
    if (!record || !site || !device || !stillConcerns(device, record)) throw new Refusal('not-found');
    return presentSuspicion(record, device, site);
  };

  route(api, endpoints.dismiss, async (call) => {
    await found(call.params.id);
    return await change(call, call.body.reason);
  });
  route(api, endpoints.restore, async (call) => {
    await found(call.params.id);
    return await change(call, null);
  });
};

/** Suspended devices open for OEM and super users only. */
const isHidden = (who: Principal, device: DeviceRow, site: SiteRow): boolean =>
  (device.is_suspended || site.is_suspended) && !isOemOrSuper(who);

/** Company and zone of a printed list. */
function headOf({ sites }: Gathered, { location }: ProtectionFilter): { title: string; zone: string } {
  const site = sites.find(({ id }) => id === location) ?? sites[0];
  return { title: site?.company ?? '', zone: site?.timezone ?? 'UTC' };
}

const iso = (at: number): string => new Date(at).toISOString();

function presentSuspicion(record: store.SuspicionRecord, device: DeviceRow, site: SiteRow): SuspicionRow {
  const { dismissal, path } = record;
  const sensor = device.sensors.find((one) => sensorPath(one) === path);
  return {
    id: record.id,
    site_id: site.id,
    site: site.title,
    timezone: site.timezone,
    device_id: device.id,
    device: device.title,
    sensor_id: path,
    sensor: device.labels[path] ?? sensor?.name ?? path,
    since: iso(record.since),
    found_at: iso(record.foundAt),
    evidence: record.evidence,
    dismissed: dismissal && {
      by: dismissal.by,
      at: iso(dismissal.at),
      until: iso(dismissal.until),
      reason: dismissal.reason,
    },
  };
}
