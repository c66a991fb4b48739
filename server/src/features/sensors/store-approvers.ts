import { sql } from 'kysely';
import { selvesOf } from '../../access/store-service-accounts.ts';
import type { Trx } from '../../platform/db.ts';

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
    where s.id = ${siteId} and u.id not in ${selvesOf(authorId)} and (m.id is not null or cm.is_accounts_management)
      and u.mailbox_verified_at is not null and (cm.added_by is null or cm.added_by not in ${selvesOf(authorId)})
    order by u.id`.execute(trx);
  const managers = rows.filter((row) => row.is_manager);
  return managers.length > 0 ? managers : rows;
}

/** Why a person's approval does not count; null: it does. */
export type Obstacle = 'is-author' | 'added-by-author' | 'added-by-program' | 'mailbox-unproven' | null;

/** So long a person whom a program added approves nothing, unless a second manager confirms them. */
const programsPeopleWaitDays = 7;

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
    now,
  }: { readonly approverId: number; readonly authorId: number | null; readonly clientId: number; readonly now: Date },
): Promise<Obstacle> {
  const { rows } = await sql<{
    is_author: boolean;
    is_proven: boolean;
    is_added_by_author: boolean;
    is_added_by_program: boolean;
  }>`
    select u.mailbox_verified_at is not null as is_proven, u.id in ${selvesOf(authorId)} as is_author,
      coalesce(cm.added_by in ${selvesOf(authorId)}, false) as is_added_by_author,
      cm.confirmed_by is null and cm.added_at > ${now}::timestamptz - make_interval(days => ${programsPeopleWaitDays})
        and exists (select 1 from service_account a where a.user_id = cm.added_by) as is_added_by_program
    from users u left join client_member cm on cm.user_id = u.id and cm.client_id = ${clientId}
    where u.id = ${approverId}`.execute(trx);
  if (rows[0]?.is_author) return 'is-author';
  if (rows[0]?.is_added_by_author) return 'added-by-author';
  if (rows[0]?.is_added_by_program) return 'added-by-program';
  return rows[0]?.is_proven ? null : 'mailbox-unproven';
}
