import { ClientId, SiteId } from '@tocsin/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/db.ts';
/** Webhooks as targets of policies, with the last delivery that each receiver took. */
export async function webhooksById(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<never, never>();
  const { rows } = await sql<{
    id: number;
    client_id: number;
    site_id: number | null;
    title: string;
    is_active: boolean;
    confirmed_at: Date | null;
  }>`select w.id, w.client_id, w.site_id, w.title, w.is_active, (select max(d.ended_at) from webhook_delivery d
      where d.webhook_id = w.id and d.state = 'delivered') as confirmed_at
    from webhook w join client c on c.id = w.client_id left join site s on s.id = w.site_id
    where w.id = any(${[...ids]}::int[]) and c.removed_at is null and s.removed_at is null`.execute(db);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        title: row.title,
        isActive: row.is_active,
        served: {
          clientId: ClientId.parse(row.client_id),
          siteId: row.site_id === null ? null : SiteId.parse(row.site_id),
        },
        confirmedAt: row.confirmed_at,
      },
    ]),
  );
}
