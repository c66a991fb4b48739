import { type ClientId, SiteId } from '@tocsin/contract/ids';
import type { OutOfServiceInput } from '@tocsin/contract/out-of-service';
import { endpoints, type SiteListQuery, type TimezoneRow } from '@tocsin/contract/sites';
import { refuseOlder } from '../../access/api-versions.ts';
import { refuseSecondName } from '../../access/one-name.ts';
import { isStaff, managesClient, type Person, type Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { scopeOf } from '../../access/scope.ts';
import { makeManager, selectSite } from '../../access/store-people.ts';
import type { SiteSubject } from '../../access/subject.ts';
import { type OutOfServicePort, type SuspendCall, type Suspended, suspend } from '../../access/suspend.ts';
import type { Administration, Catalog, ReadDeviceSummary } from '../../pipeline/catalog.ts';
import { type By, byCall, difference, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { orNotFound, Refusal } from '../../platform/errors.ts';
import { countDevices, presentSite } from './present.ts';
import { findSite, holdClient, insertSite, listSites, lockSite, type SiteRow, updateSite } from './store.ts';

export interface SitesDependencies extends DbAndClock {
  readonly catalog: Catalog;
  readonly deviceSummary: ReadDeviceSummary;
  readonly outOfService: OutOfServicePort<{ readonly siteId: number }>;
  /** The sites whose alarms an active rule mails to somebody. */
  readonly mailedSites: (siteIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Removes a site, or throws 409 with what it contains; restorable for 30 days. */
  readonly remove: (id: number, by: By, cascade: boolean) => Promise<void>;
  readonly restore: (id: number, by: By) => Promise<void>;
  /** After a commit: reloads the device catalog. */
  readonly catalogChanged: (scope: { readonly kind: 'site'; readonly id: number }) => Promise<void>;
  /** After a commit: records the change as an event. */
  readonly administered: (what: Administration) => Promise<void>;
}

export const addSiteRoutes = (api: Api, dependencies: SitesDependencies): void => {
  const { db, clock } = dependencies;

  const present = async (rows: readonly SiteRow[], who: Principal) => {
    const ids = rows.map((row) => row.id);
    const view = {
      counts: countDevices(dependencies.catalog, dependencies.deviceSummary, new Set(ids)),
      mailed: await dependencies.mailedSites(ids),
    };
    return rows.map((row) => presentSite(row, who, view));
  };
  const presentOne = async (id: number, who: Principal) => {
    const row = await findSite(db, id);
    const [site] = row ? await present([row], who) : [];
    if (!site) throw new Refusal('not-found');
    return site;
  };

  const administer = async (siteId: number, content: string): Promise<void> => {
    await dependencies.catalogChanged({ kind: 'site', id: siteId });
    await dependencies.administered({
      type: 'site_administration',
      siteId: SiteId.parse(siteId),
      deviceId: null,
      content,
    });
  };

  route(api, endpoints.list, async ({ who, query, selection }) => {
    const isRemoved = wantsRemoved(query);
    if (isRemoved && !isStaff(who)) throw new Refusal('forbidden');
    const scope = scopeOf(who, query.client ?? (await selection()).clientId);
    const { count, rows } = await listSites(db, scope, { ...query, removed: isRemoved });
    return { count, results: await present(rows, who) };
  });

  route(api, endpoints.one, ({ who, params }) => presentOne(params.id, who));

  route(api, endpoints.timezones, () => {
    const results = listTimezones(clock.now());
    return { count: results.length, results };
  });

  route(api, endpoints.create, async (call) => {
    const { who, body, subject } = call;
    const id = await recorded(db, byCall(call), async (trx, note) => {
      if (!(await holdClient(trx, subject.clientId))) throw new Refusal('not-found');
      await refuseSecondName(trx, who, { kind: 'site', of: subject.clientId, name: body.title });
      const siteId = await insertSite(trx, subject.clientId, body, new Date(clock.now()));
      if (!managesClient(who, subject.clientId)) await makeManager(trx, who.userId, siteId);
      note({ ...about(subject.clientId, siteId, body.title), action: 'create', old: null, new: body });
      return siteId;
    });
    await administer(id, `Site '${body.title}' added by ${who.name}`);
    return await presentOne(id, withManager(who, SiteId.parse(id), subject.clientId));
  });

  route(api, endpoints.change, async (call) => {
    const { who, params, subject } = call;
    const { id: _, version, ...patch } = call.body;
    const changed = await recorded(db, byCall(call), async (trx, note) => {
      const before = orNotFound(await lockSite(trx, params.id));
      await refuseOlder(version, before.version, () => presentOne(params.id, who));
      const { old, new: fresh } = difference(patchable(before), { ...patchable(before), ...patch });
      note({ ...about(subject.clientId, params.id, patch.title ?? before.title), action: 'change', old, new: fresh });
      const names = Object.keys(fresh);
      if (names.length > 0) await updateSite(trx, params.id, patch);
      return names;
    });
    if (changed.length > 0)
      await administer(params.id, `Site changed by ${who.name}: ${changed.join(', ').replaceAll('_', ' ')}`);
    return await presentOne(params.id, who);
  });

  const setSuspended = async (call: SuspendCall<SiteSubject>, isWanted: boolean | null, input: OutOfServiceInput) => {
    const { clientId, siteId } = call.subject;
    const site: Suspended<{ readonly siteId: number }> = {
      kind: 'Site',
      place: { siteId },
      lock: (trx) => lockSite(trx, siteId),
      update: (trx, patch) => updateSite(trx, siteId, patch),
      about: (title) => about(clientId, siteId, title),
    };
    const content = await suspend(dependencies, call, site, isWanted, input);
    if (content !== null) await administer(call.params.id, content);
    return await presentOne(call.params.id, call.who);
  };
  route(api, endpoints.suspend, (call) => setSuspended(call, null, call.body));
  route(api, endpoints.takeOutOfService, (call) => setSuspended(call, true, call.body));
  route(api, endpoints.returnToService, (call) => setSuspended(call, false, {}));

  route(api, endpoints.remove, async (call) => {
    await dependencies.remove(call.params.id, byCall(call), call.query.cascade);
  });

  route(api, endpoints.restore, async (call) => {
    await dependencies.restore(call.params.id, byCall(call));
    return await presentOne(call.params.id, call.who);
  });

  route(api, endpoints.select, async (call) => {
    const { who, params, subject } = call;
    // A wall display selects by its own header; nothing is stored for it.
    if (who.kind === 'wall') return await presentOne(params.id, who);
    await recorded(db, byCall(call), async (trx, note) => {
      await selectSite(trx, who.userId, subject.clientId, params.id);
      const old = { current_location: who.stored.site };
      const values =
        who.stored.site === params.id ? { old: {}, new: {} } : { old, new: { current_location: params.id } };
      note({ ...about(subject.clientId, params.id, ''), action: 'select', ...values });
    });
    return await presentOne(params.id, who);
  });
};

/** Removed sites are listed for operator staff; `is_active` is false only for removed ones. */
const wantsRemoved = (query: SiteListQuery): boolean => query.removed || query.is_active === false;

/** The creator with the rights that the next call will load. */
const withManager = (who: Person, siteId: SiteId, clientId: ClientId): Person =>
  managesClient(who, clientId)
    ? who
    : { ...who, sites: new Map([...who.sites, [siteId, { siteId, clientId, permission: 'Manager' }]]) };

/** The fields of a site that a person may change. */
const patchable = (site: NonNullable<Awaited<ReturnType<typeof lockSite>>>) => ({
  title: site.title,
  address: site.address,
  full_name: site.full_name,
  email: site.email,
  mobile: site.mobile,
  timezone: site.timezone,
  latitude: site.latitude,
  longitude: site.longitude,
  proof_interval_days: site.proof_interval_days,
});

/** The subject of an audit note about a site. */
const about = (clientId: ClientId, siteId: number, subjectName: string) => ({
  subject: 'site',
  subjectId: siteId,
  subjectName,
  clientId,
  siteId,
});

/** Every zone known to this runtime with its offset at a moment, sorted by name. */
function listTimezones(nowMs: number): TimezoneRow[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].map((name) => {
    const offset = offsetOf(name, nowMs);
    return { name, offset, title: `${name.replaceAll('_', ' ')} (UTC${offset === '+00:00' ? '' : offset})` };
  });
}

function offsetOf(timeZone: string, nowMs: number): string {
  const zoneParts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(nowMs);
  const text = zoneParts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return text === 'GMT' ? '+00:00' : text.replace('GMT', '');
}
