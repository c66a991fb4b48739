import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db.ts';
import type { AccountLinkTable } from '../../platform/tables.ts';

export type LinkKind = 'activation' | 'reset' | 'email' | 'wall' | 'invitation';
/** Mailed link kinds that let the account's owner in. */
export const ownKinds = ['activation', 'reset', 'email'] as const;
/** All mailed link kinds. */
export const mailedKinds = [...ownKinds, 'invitation'] as const;

const columns = [
  'id',
  'kind',
  'nonce',
  'user_id',
  'site_id',
  'stage',
  'new_email',
  // An activation link that was mailed and never shown: opening it proves access to the mailbox.
  'is_mailed',
  'invitation_id',
  'expires_at',
] as const;
export type LinkRow = Pick<Selectable<AccountLinkTable>, (typeof columns)[number]>;

export interface NewLink {
  readonly kind: LinkKind;
  readonly nonce: Buffer;
  /** The person whom it lets in; for a wall link, its creator. */
  readonly user_id: number;
  readonly site_id?: number;
  readonly new_email?: string;
  readonly is_mailed?: boolean;
  readonly invitation_id?: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export const insertLink = (db: Db, link: NewLink): Promise<LinkRow> =>
  db.insertInto('account_link').values(link).returning(columns).executeTakeFirstOrThrow();

/** Returns a link that is neither used nor expired. */
export const findLink = (db: Db, id: number, now: Date): Promise<LinkRow | undefined> =>
  db
    .selectFrom('account_link')
    .select(columns)
    .where(({ and }) => and({ id, used_at: null }))
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Marks a link as used; false when another request used it first. */
export const takeLink = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('account_link')
    .set({ used_at: now })
    .where(({ and }) => and({ id, used_at: null }))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Voids links of these kinds; a newer link replaces the older ones. */
export const voidLinks = async (db: Db, userId: number, kinds: readonly LinkKind[], now: Date): Promise<void> => {
  await db
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute();
};

/** Voids the links of one invitation. */
export const voidInvitationLinks = async (db: Db, invitationId: number, now: Date): Promise<void> => {
  await db
    .updateTable('account_link')
    .set({ used_at: now })
    .where(({ and }) => and({ invitation_id: invitationId, used_at: null }))
    .execute();
};

export const setStage = async (db: Db, id: number, stage: number): Promise<void> => {
  await db.updateTable('account_link').set({ stage }).where('id', '=', id).execute();
};

/** The open activation links, either mailed or shown, of people who have not activated yet. */
export const activationLinks = (
  db: Db,
  userIds: readonly number[],
  isMailed: boolean,
  now: Date,
): Promise<LinkRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('account_link')
        .innerJoin('users', 'users.id', 'account_link.user_id')
        .select(columns.map((c) => `account_link.${c}` as const))
        .where('account_link.user_id', 'in', userIds)
        .where('account_link.kind', '=', 'activation')
        .where(({ and }) => and({ 'account_link.is_mailed': isMailed, 'account_link.used_at': null }))
        .where('account_link.expires_at', '>', now)
        .where('users.registered_at', 'is', null)
        .orderBy('account_link.id')
        .execute();

/** Deletes links that expired before a moment. */
export const forgetLinks = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('account_link').where('expires_at', '<', before).execute();
};
