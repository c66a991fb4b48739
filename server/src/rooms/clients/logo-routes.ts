import { type Client, endpoints } from '@tocsin/contract/clients';
import { byCall, recorded } from '../../base/audit.ts';
import type { Db } from '../../base/db.ts';
import { badField, Refusal } from '../../base/errors.ts';
import { type Api, route } from '../../policy/route.ts';
import { mostLogoBytes, type Picture, readPicture, tooBig } from './picture.ts';
import { about } from './present.ts';
import { findLogo, lockClient, updateClient } from './store.ts';

export const addLogoRoutes = (
  api: Api,
  { db }: { readonly db: Db },
  presentOne: (id: number) => Promise<Client>,
): void => {
  const put = async (by: Parameters<typeof recorded>[1], id: number, picture: Picture | null): Promise<void> => {
    await recorded(db, by, async (trx, note) => {
      const before = await lockClient(trx, id);
      if (!before) throw new Refusal('not-found');
      await updateClient(trx, id, { logo: picture?.bytes ?? null, logo_type: picture?.type ?? null });
      const told = (type: string | null, bytes: number | undefined) => ({
        logo: type === null ? null : `${type}, ${bytes} bytes`,
      });
      const old = told(before.logo_type, before.logo?.length);
      const fresh = told(picture?.type ?? null, picture?.bytes.length);
      note({ ...about(id, before.company), action: picture ? 'change' : 'remove', old, new: fresh });
    });
  };

  route(api, endpoints.logo, async (call) => {
    const file = await call.request.file({ limits: { fileSize: mostLogoBytes, files: 1 }, throwFileSizeLimit: false });
    if (!file) throw badField('file', 'Please choose a file');
    const bytes = await file.toBuffer();
    if (file.file.truncated) throw badField('file', tooBig);
    await put(byCall(call), call.params.id, readPicture(bytes));
    return await presentOne(call.params.id);
  });

  route(api, endpoints.removeLogo, async (call) => {
    await put(byCall(call), call.params.id, null);
    return undefined;
  });

  route(api, endpoints.showLogo, async ({ params, reply }) => {
    const row = await findLogo(db, params.id);
    if (!row?.logo || row.logo_type === null) throw new Refusal('not-found');
    // Its address changes with the client's version. Opened by itself, it may do nothing.
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .type(row.logo_type)
      .send(row.logo);
  });
};
