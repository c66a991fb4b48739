import { z } from 'zod';

/** Maximum of an id column. A larger id names nothing, and the database would refuse it. */
const maxId = 2_147_483_647;
const noSuchId = 'There is no such id.';
export const AnyId = z.number().int().positive().max(maxId, noSuchId);
/** An id in a path or a query, given as text. */
export const TextId = z.coerce.number().int().positive().max(maxId, noSuchId);

/** Database ids, branded so that a site's id is never used as a device's. */
const id = <B extends string>(brand: B) => TextId.brand(brand);

export const ClientId = id('ClientId');
export type ClientId = z.infer<typeof ClientId>;
export const SiteId = id('SiteId');
export type SiteId = z.infer<typeof SiteId>;
export const DeviceId = id('DeviceId');
export type DeviceId = z.infer<typeof DeviceId>;
export const UserId = id('UserId');
export type UserId = z.infer<typeof UserId>;

/** 1 to 8 of A-Z a-z 0-9 - _, with at least one letter. Case-insensitive. */
export const UdfId = z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9_-]{1,8}$/, "UDF ID can't be longer than 8 characters");

/** Group and sensor ids of a birth: no dots, since dots join them to paths. */
export const PartId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);
