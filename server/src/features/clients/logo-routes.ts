import { type Client, endpoints } from '@tocsin/contract/clients';
import type { Principal } from '../../access/principal.ts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { badField, orNotFound, Refusal } from '../../platform/errors.ts';
import { readFile } from '../../platform/http/form.ts';
import { maxLogoBytes, type Picture, readPicture, tooBig } from './picture.ts';
import { about } from './present.ts';
import { findLogo, lockClient, updateClient } from './store.ts';

export const addLogoRoutes = (
  api: Api,
  { db }: { readonly db: Db },
  presentOne: (id: number, who: Principal) => Promise<Client>,
): void => {
  const put = async (by: Parameters<typeof recorded>[1], id: number, picture: Picture | null): Promise<void> => {
    await recorded(db, by, async (trx, note) => {
      const before = orNotFound(await lockClient(trx, id));
      await updateClient(trx, id, { logo: picture?.bytes ?? null, logo_type: picture?.type ?? null });
      const auditFields = (type: string | null, bytes: number | undefined) => ({
        logo: type === null ? null : `${type}, ${bytes} bytes`,
      });
      const old = auditFields(before.logo_type, before.logo?.length);
      const fresh = auditFields(picture?.type ?? null, picture?.bytes.length);
      note({ ...about(id, before.company), action: picture ? 'change' : 'remove', old, new: fresh });
    });
  };

  route(api, endpoints.logo, async (call) => {
    const file = await readFile(call.request, maxLogoBytes);
    if (!file) throw badField('file', 'Please choose a file');
    if (file.isCut) throw badField('file', tooBig);
    await put(byCall(call), call.params.id, readPicture(file.bytes));
    return await presentOne(call.params.id, call.who);
  });

  route(api, endpoints.removeLogo, async (call) => {
    await put(byCall(call), call.params.id, null);
  });

  route(api, endpoints.showLogo, async ({ params, reply }) => {
    const row = await findLogo(db, params.id);
    if (!row?.logo || row.logo_type === null) throw new Refusal('not-found');
    // Its address changes with the client's version. The headers keep a logo that is opened directly from running
    // anything.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(row.logo_type)
      .send(row.logo);
  });
};
