import { endpoints } from '@tocsin/contract/labels';
import { languageOfCaller } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { badField, Refusal } from '../../platform/errors.ts';
import { qrPath } from '../../platform/qr-path.ts';
import { labelsPdf } from './pdf.ts';
import { findLabel, printLabel, recordScan, sensorsOn, subjectsOf, titleOfSite } from './store.ts';

interface LabelsDependencies extends DbAndClock {
  readonly publicUrl: string;
}

/** Routes of the labels of devices and machines. */
export const addLabelRoutes = (api: Api, { db, clock, publicUrl }: LabelsDependencies): void => {
  /** Whether the caller passes a rule, without the difference between hidden and forbidden. */
  const passes = async (check: Promise<unknown>): Promise<boolean> => {
    try {
      await check;
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };

  route(api, endpoints.list, async ({ params }) => {
    const rows = await subjectsOf(db, params.id);
    const results = rows.map(({ kind, id, title, printed_at, scanned_at, scanned_by }) => ({
      kind,
      id,
      title,
      printed_at: printed_at?.toISOString() ?? null,
      scanned_at: scanned_at?.toISOString() ?? null,
      scanned_by,
    }));
    const code = qrPath(`${publicUrl}/m/${'0'.repeat(16)}`, 'Q');
    return { count: results.length, results, site: await titleOfSite(db, params.id), code };
  });

  route(api, endpoints.print, async (call) => {
    const { who, params, subject, body, reply } = call;
    const now = clock.now();
    const wanted = new Set([
      ...body.devices.map((id) => `device ${id}`),
      ...body.machines.map((id) => `machine ${id}`),
    ]);
    if (wanted.size === 0) throw badField('devices', 'Choose at least one device or machine.');
    const labels = await recorded(db, byCall(call), async (trx, note) => {
      const chosen = (await subjectsOf(trx, params.id)).filter(({ kind, id }) => wanted.has(`${kind} ${id}`));
      if (chosen.length < wanted.size) throw badField('devices', 'There is no such device or machine at this site.');
      const titles = chosen.map(({ title }) => title);
      note({
        action: 'print labels',
        subject: 'site',
        subjectId: params.id,
        clientId: subject.clientId,
        siteId: params.id,
        old: null,
        new: { labels: titles },
      });
      const printed: { title: string; code: string }[] = [];
      for (const each of chosen)
        printed.push({ title: each.title, code: await printLabel(trx, params.id, each, new Date(now)) });
      return printed;
    });
    const site = await titleOfSite(db, params.id);
    reply.header('content-disposition', `inline; filename="labels_site_${params.id}.pdf"`);
    const printable = labels.map(({ title, code }) => ({ title, site, url: `${publicUrl}/m/${code}` }));
    const language = await languageOfCaller(db, who);
    return Buffer.from(await labelsPdf(printable, { format: body.format, language, now }));
  });

  route(api, endpoints.open, async ({ who, params }) => {
    const row = await findLabel(db, params.code);
    if (!row || !(await passes(api.authorizer.check(who, 'site.see', row.site_id)))) throw new Refusal('not-found');
    const found: { id: number; sensors: string[] | null }[] = [];
    if (row.device_id !== null) found.push({ id: row.device_id, sensors: null });
    else if (row.machine_id !== null)
      for (const [id, sensors] of Map.groupBy(await sensorsOn(db, row.machine_id), (each) => each.device_id))
        found.push({ id, sensors: sensors.map(({ path }) => path) });
    const may = await Promise.all(found.map(({ id }) => passes(api.authorizer.check(who, 'device.open', id))));
    const devices = found.filter((_, index) => may[index]);
    if (devices.length === 0 && found.length > 0) throw new Refusal('not-found');
    await recordScan(db, params.code, new Date(clock.now()), who.name);
    return { title: row.title, site: { id: row.site_id, title: row.site_title, timezone: row.timezone }, devices };
  });
};
