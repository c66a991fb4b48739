import { endpoints } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection';
import { type Api, route } from '../../access/route.ts';
import { aboutDevice, byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField } from '../../platform/errors.ts';
import type { DesignFact } from './facts.ts';
import { shapeOf } from './rules.ts';
import { devicesOf } from './store.ts';
import { lockDesigns, removeDesigns, writeDesigns } from './store-designs.ts';
import { lockOwner, removeOwner, writeOwner } from './store-owners.ts';

export interface OwnersDependencies extends DbAndClock {
  /** People with access to a site, by name. */
  readonly peopleOf: (siteId: number) => Promise<readonly { readonly id: number; readonly name: string }[]>;
}

/** Routes of who looks after what does not protect, and of what is so by design. `changed` runs after each change. */
export const addOwnerRoutes = (api: Api, { db, clock, peopleOf }: OwnersDependencies, changed: () => void): void => {
  route(api, endpoints.owners, async ({ subject }) => {
    const results = (await peopleOf(subject.siteId)).map(({ id, name }) => ({ id, name }));
    return { count: results.length, results };
  });

  route(api, endpoints.assign, async (call) => {
    const { who, params, body, subject } = call;
    const { sensor: path, kind } = body;
    const place = { deviceId: Number(params.id), path, kind };
    const people = body.owner === null ? [] : await peopleOf(subject.siteId);
    const owner = people.find(({ id }) => id === body.owner) ?? null;
    if (body.owner !== null && owner === null) throw badField('owner', texts.assign.unknown);
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockOwner(trx, place);
      if (owner === null) await removeOwner(trx, place);
      else
        await writeOwner(trx, { ...place, name: owner.name, at: clock.now() }, { ownerId: owner.id, name: who.name });
      note({
        ...aboutDevice({ ...subject, ...place }, [path, kind].filter(Boolean).join(' ')),
        action: 'assign owner',
        old: { owner: before },
        new: { owner: owner?.name ?? null },
      });
    });
    changed();
    return { owner: owner && { id: owner.id, name: owner.name } };
  });

  route(api, endpoints.design, async (call) => {
    const { who, params, body, subject } = call;
    const { sensors, kind, reason } = body;
    const deviceId = Number(params.id);
    const device = (await devicesOf(db, [subject.siteId])).find(({ id }) => id === deviceId);
    const designs = [...new Set(sensors)].map((path): DesignFact => {
      const shape = device && shapeOf(device, path);
      if (!shape) throw badField('sensors', texts.design.unknown);
      return { deviceId, path, kind, shape, by: who.name, reason: reason ?? '', at: clock.now() };
    });
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await lockDesigns(trx, deviceId, kind);
      await removeDesigns(trx, designs);
      if (reason !== null) await writeDesigns(trx, designs, who.userId);
      note({
        ...aboutDevice({ ...subject, deviceId }, kind),
        action: 'confirm by design',
        old: Object.fromEntries(designs.map(({ path }) => [path, before.get(path) ?? null])),
        new: Object.fromEntries(designs.map(({ path }) => [path, reason])),
      });
    });
    changed();
    return { is_by_design: reason !== null };
  });
};
