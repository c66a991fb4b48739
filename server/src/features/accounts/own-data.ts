import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { zip } from '../../platform/zip.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { ownData } from './store-own-data.ts';

/** The export of what is stored about the caller: a ZIP archive with one JSON file for each kind of data. */
export const addOwnDataRoute = (api: Api, { db, clock }: Pick<AccountsDependencies, 'db' | 'clock'>): void => {
  route(api, endpoints.ownData, async ({ who, reply }) => {
    const data = await ownData(db, who.userId);
    const files = Object.entries(data).map(([name, rows]) => ({
      name: `${name}.json`,
      data: Buffer.from(`${JSON.stringify(rows, null, 2)}\n`, 'utf8'),
    }));
    return reply
      .header('content-disposition', 'attachment; filename="tocsin-own-data.zip"')
      .type('application/zip')
      .send(zip(files, new Date(clock.now())));
  });
};
