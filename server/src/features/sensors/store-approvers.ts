import { sql } from 'kysely';
import type { Trx } from '../../platform/audit.ts';

export interface Approver {
  readonly id: number;
  readonly email: string;
}

/**
 * Who is asked to decide a proposal of a device: the other Managers of its site, or without any the client's account
 * managers, as far as their approval counts. Never its author, and nobody without a working account.
 */
export async function approversOf(trx: Trx, siteId: number, authorId: number): Promise<readonly Approver[]> {
  const { rows } = await sql<Approver & { is_manager: boolean }>`select u.id, u.email, m.id is not null as is_manager
    from site s join client_member cm on cm.client_id = s.client_id and cm.is_active
      join users u on u.id = cm.user_id and u.is_active and u.removed_at is null and u.registered_at is not null
      left join membership m on m.user_id = u.id and m.site_id = s.id and m.has_access and m.permission = 'Manager'
    where s.id = ${siteId} and u.id <> ${authorId} and (m.id is not null or cm.is_accounts_management)
      and u.mailbox_verified_at is not null and cm.added_by is distinct from ${authorId}
    order by u.id`.execute(trx);
  const managers = rows.filter((row) => row.is_manager);
  return managers.length > 0 ? managers : rows;
}

/** Why a person's approval does not count; null: it does. */
export type Obstacle = 'is-author' | 'added-by-author' | 'mailbox-unproven' | null;

/**
 * Whether a person is somebody other than the author of a proposal: an account that the author made and opened by a
 * copied link would otherwise be their second signature.
 */
export async function obstacleOf(
  trx: Trx,
  {
    approverId,
    authorId,
    clientId,
  }: { readonly approverId: number; readonly authorId: number | null; readonly clientId: number },
): Promise<Obstacle> {
  if (approverId === authorId) return 'is-author';
  const { rows } = await sql<{ is_proven: boolean; is_added_by_author: boolean }>`
    select u.mailbox_verified_at is not null as is_proven, coalesce(cm.added_by = ${authorId}, false) as is_added_by_author
    from users u left join client_member cm on cm.user_id = u.id and cm.client_id = ${clientId}
    where u.id = ${approverId}`.execute(trx);
  if (rows[0]?.is_added_by_author) return 'added-by-author';
  return rows[0]?.is_proven ? null : 'mailbox-unproven';
}
