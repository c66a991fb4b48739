import { Readable } from 'node:stream';
import { type AuditFilter, type AuditRow, endpoints } from '@tocsin/contract/audit';
import type { ClientId } from '@tocsin/contract/ids';
import { stringify } from 'csv-stringify';
import { isStaff, managesClient, type Person, seesClient } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import type { Db } from '../../platform/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { toZonedIso } from '../../platform/zoned-time.ts';
import { type AuditRowOf, type AuditScope, type AuditSpan, auditBefore, listAudit } from './store.ts';

export const addAuditRoutes = (api: Api, { db }: { readonly db: Db }): void => {
  route(api, endpoints.list, async ({ who, query, lenientSelection }) => {
    const scope = scopeOf(who, query.client, (await lenientSelection()).clientId);
    const { count, rows } = await listAudit(db, scope, query, spanOf(query));
    return { count, results: rows.map(present) };
  });

  route(api, endpoints.export, async ({ who, query, reply, lenientSelection }) => {
    const scope = scopeOf(who, query.client, (await lenientSelection()).clientId);
    const rows = Readable.from(exported(db, scope, query, spanOf(query)));
    const csv = stringify({ bom: true, header: true, columns: [...header], escape_formulas: true });
    // An export that breaks off must not look complete.
    rows.on('error', (error) => csv.destroy(error));
    return reply
      .header('content-disposition', 'attachment; filename="audit.csv"')
      .type('text/csv; charset=utf-8')
      .send(rows.pipe(csv));
  });
};

/** Operator staff see all clients or one; account managers see the clients that they manage. */
function scopeOf(who: Person, requestedId: number | undefined, selected: ClientId | null): AuditScope {
  if (requestedId !== undefined) {
    const clientId = requestedId as ClientId;
    if (!seesClient(who, clientId)) throw new Refusal('not-found');
    if (!managesClient(who, clientId)) throw new Refusal('forbidden');
    return [clientId];
  }
  if (isStaff(who)) return selected === null ? null : [selected];
  const managed = [...who.clients.keys()].filter((id) => managesClient(who, id));
  if (managed.length === 0) throw new Refusal('forbidden');
  return selected !== null && managed.includes(selected) ? [selected] : managed;
}

const dayMs = 24 * 3_600_000;

/** Days are included at both ends; a moment is exact. */
function spanOf({ date_from, date_to }: AuditFilter): AuditSpan {
  const isDay = (text: string) => text.length === 10;
  const from = date_from === undefined ? null : new Date(date_from);
  const to = date_to === undefined ? null : new Date(Date.parse(date_to) + (isDay(date_to) ? dayMs : 1));
  return { from, to };
}

/** Our own code writes the rows as objects; the database does not tell the column's type. */
const fields = (value: unknown): Record<string, unknown> | null =>
  value !== null && typeof value === 'object' ? { ...value } : null;

const present = ({ user_id, client_id, site_id, device_id, ...row }: AuditRowOf): AuditRow => ({
  ...row,
  at: row.at.toISOString(),
  user: user_id,
  client: client_id,
  location: site_id,
  device: device_id,
  old: fields(row.old),
  new: fields(row.new),
});

const header = ['time', 'person', 'address', 'client', 'site', 'action', 'subject', 'name', 'old', 'new'] as const;

async function* exported(db: Db, scope: AuditScope, filter: AuditFilter, span: AuditSpan) {
  let before: number | null = null;
  for (;;) {
    const rows: Awaited<ReturnType<typeof auditBefore>> = await auditBefore(db, scope, filter, span, before);
    for (const row of rows) {
      yield [
        toZonedIso(row.at.getTime(), row.timezone ?? 'UTC'),
        row.user_name,
        row.address,
        row.company ?? '',
        row.site_title ?? '',
        row.action,
        row.subject,
        row.subject_name || row.subject_id,
        words(row.old),
        words(row.new),
      ];
    }
    before = rows.at(-1)?.id ?? null;
    if (rows.length < 1_000 || before === null) return;
  }
}

/** `title: North; mobile: 2` */
const words = (value: unknown): string =>
  Object.entries(fields(value) ?? {})
    .map(([name, each]) => `${name}: ${typeof each === 'string' ? each : JSON.stringify(each)}`)
    .join('; ');
