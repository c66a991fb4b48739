import type { Generated } from 'kysely';
import type { Db } from '../../base/db.ts';

export type LinkKind = 'activation' | 'reset' | 'email' | 'wall';
/** Those that are mailed: whoever reads the mail has the account. */
export const mailedKinds = ['activation', 'reset', 'email'] as const;

type LinkTables = {
  account_link: {
    id: Generated<number>;
    kind: LinkKind;
    nonce: Buffer;
    user_id: number | null;
    site_id: number | null;
    stage: Generated<number>;
    new_email: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
};
const links = (db: Db) => db.$extendTables<LinkTables>();

export interface LinkRow {
  readonly id: number;
  readonly kind: LinkKind;
  readonly nonce: Buffer;
  readonly user_id: number | null;
  readonly site_id: number | null;
  readonly stage: number;
  readonly new_email: string | null;
  readonly expires_at: Date;
}

const columns = ['id', 'kind', 'nonce', 'user_id', 'site_id', 'stage', 'new_email', 'expires_at'] as const;

export interface NewLink {
  readonly kind: LinkKind;
  readonly nonce: Buffer;
  /** Whom it lets in; of a wall link, who made it. */
  readonly user_id: number;
  readonly site_id?: number;
  readonly new_email?: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export const insertLink = (db: Db, link: NewLink): Promise<LinkRow> =>
  links(db).insertInto('account_link').values(link).returning(columns).executeTakeFirstOrThrow();

/** A link that is neither used nor expired. */
export const findLink = (db: Db, id: number, now: Date): Promise<LinkRow | undefined> =>
  links(db)
    .selectFrom('account_link')
    .select(columns)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses a link up; false when somebody else was quicker. */
export const takeLink = async (db: Db, id: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await links(db)
    .updateTable('account_link')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** A newer link of a kind makes the older ones worthless. */
export const voidLinks = async (db: Db, userId: number, kinds: readonly LinkKind[], now: Date): Promise<void> => {
  await links(db)
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute();
};

export const setStage = async (db: Db, id: number, stage: number): Promise<void> => {
  await links(db).updateTable('account_link').set({ stage }).where('id', '=', id).execute();
};

/** The open activation links of those who have not activated yet. */
export const activationLinks = (db: Db, userIds: readonly number[], now: Date): Promise<LinkRow[]> =>
  userIds.length === 0
    ? Promise.resolve([])
    : links(db)
        .selectFrom('account_link')
        .innerJoin('users', 'users.id', 'account_link.user_id')
        .select(columns.map((c) => `account_link.${c}` as const))
        .where('account_link.user_id', 'in', userIds)
        .where('account_link.kind', '=', 'activation')
        .where('account_link.used_at', 'is', null)
        .where('account_link.expires_at', '>', now)
        .where('users.registered_at', 'is', null)
        .orderBy('account_link.id')
        .execute();

/** Links that ran out long ago. */
export const forgetLinks = async (db: Db, before: Date): Promise<void> => {
  await links(db).deleteFrom('account_link').where('expires_at', '<', before).execute();
};
