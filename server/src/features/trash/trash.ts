import { SiteId } from '@tocsin/contract/ids';
import type { Administration } from '../../pipeline/catalog.ts';
import { type By, type Note, recorded } from '../../platform/audit.ts';
import type { Db, DbAndClock, Trx } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { blockText, isRestorable, kindWord } from './rules.ts';
import { type Below, conflictsOf, isParentThere, type Kind, listBelow, lockThing, type Thing } from './store.ts';

export type TrashScope =
  | { readonly kind: 'devices'; readonly ids: readonly number[] }
  | { readonly kind: 'site'; readonly id: number }
  | { readonly kind: 'client'; readonly id: number };

export interface TrashDependencies extends DbAndClock {
  /** The schemas that use one of these devices. */
  readonly schemasUsing: (db: Db, deviceIds: readonly number[]) => Promise<readonly { readonly name: string }[]>;
  /** After a commit: the pipeline ends open events of removed devices as 'Removed', or adds restored devices. */
  readonly catalogChanged: (scope: TrashScope) => Promise<void>;
  /** Marks things as removed at a moment, or with null as restored: each written by its own feature. */
  readonly markRemoved: Readonly<Record<Kind, (trx: Trx, ids: readonly number[], at: Date | null) => Promise<void>>>;
  readonly administered: (what: Administration) => Promise<void>;
}

/**
 * Removal hides a thing everywhere and refuses access at once; things removed together are restored together, within 30
 * days.
 */
export interface Trash {
  /** Removes a thing; throws 409 with what it contains, unless `cascade`. */
  remove(kind: Kind, id: number, by: By, cascade: boolean): Promise<void>;
  restore(kind: Kind, id: number, by: By): Promise<void>;
}

export function createTrash(dependencies: TrashDependencies): Trash {
  const { db, clock } = dependencies;

  const notify = async (kind: Kind, one: Thing, content: string): Promise<void> => {
    const { id, siteId } = one;
    await dependencies.catalogChanged(kind === 'device' ? { kind: 'devices', ids: [id] } : { kind, id });
    // A removed site or client no longer has a log; its audit remains.
    if (kind !== 'device' || siteId === null) return;
    await dependencies.administered({
      type: 'site_administration',
      siteId: SiteId.parse(siteId),
      deviceId: null,
      content,
    });
  };

  return {
    async remove(kind, id, by, cascade) {
      const one = await recorded(db, by, async (trx, note) => {
        const thing = await lockThing(trx, kind, id);
        if (!thing || thing.removedAt) throw new Refusal('not-found');
        const below = await listBelow(trx, kind, id, null);
        if (!cascade) await refuseWithBelow(dependencies, trx, kind, thing, below);
        // Whole milliseconds, so that this moment identifies things removed together.
        await mark(dependencies.markRemoved, trx, kind, thing, below, new Date(clock.now()));
        noteAll(note, 'remove', kind, thing, below);
        return thing;
      });
      await notify(kind, one, `Device '${one.title}' removed by ${by.name}`);
    },
    async restore(kind, id, by) {
      const one = await recorded(db, by, async (trx, note) => {
        const thing = await lockThing(trx, kind, id);
        if (!thing?.removedAt || !isRestorable(thing.removedAt, clock.now())) throw new Refusal('not-found');
        if (!(await isParentThere(trx, kind, thing)))
          throw new Refusal('conflict', `Restore the ${kind === 'site' ? 'client' : 'site'} first`);
        const below = await listBelow(trx, kind, id, thing.removedAt);
        const devices = kind === 'device' ? [id] : below.devices.map((device) => device.id);
        const conflicts = await conflictsOf(trx, kind === 'client' ? id : null, devices);
        if (conflicts.length > 0) throw new Refusal('conflict', conflicts.join('. '), { body: { conflicts } });
        await mark(dependencies.markRemoved, trx, kind, thing, below, null);
        noteAll(note, 'restore', kind, thing, below);
        return thing;
      });
      await notify(kind, one, `Device '${one.title}' restored by ${by.name}`);
    },
  };
}

async function refuseWithBelow(
  dependencies: TrashDependencies,
  trx: Trx,
  kind: Kind,
  one: Thing,
  { sites, devices }: Below,
): Promise<void> {
  const ids = kind === 'device' ? [one.id] : devices.map((device) => device.id);
  const schemas = (await dependencies.schemasUsing(trx, ids)).map((schema) => schema.name);
  if (sites.length === 0 && devices.length === 0 && schemas.length === 0) return;
  throw new Refusal('conflict', blockText(one.title, sites.length, devices.length, schemas), {
    body: { sites: sites.length, devices: devices.length, schemas },
  });
}

async function mark(
  write: TrashDependencies['markRemoved'],
  trx: Trx,
  kind: Kind,
  one: Thing,
  { sites, devices }: Below,
  at: Date | null,
): Promise<void> {
  const ids = (things: readonly Thing[]) => things.map((each) => each.id);
  await write[kind](trx, [one.id], at);
  await write.site(trx, ids(sites), at);
  await write.device(trx, ids(devices), at);
}

/** One audit row per thing, so that each one's log shows the removal. */
function noteAll(note: Note, action: 'remove' | 'restore', kind: Kind, one: Thing, { sites, devices }: Below): void {
  const say = (what: Kind, each: Thing, along: boolean) => {
    const state = {
      title: each.title,
      ...(along ? { along_with: `${kindWord[kind].toLowerCase()} ${one.title}` } : {}),
    };
    note({
      action,
      subject: what,
      subjectId: each.id,
      subjectName: each.title,
      clientId: each.clientId,
      siteId: each.siteId,
      deviceId: what === 'device' ? each.id : null,
      ...(action === 'remove' ? { old: state, new: null } : { old: null, new: state }),
    });
  };
  say(kind, one, false);
  for (const site of sites) say('site', site, true);
  for (const device of devices) say('device', device, true);
}
