import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { setLanguage } from '../../access/store-people.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { profileOf } from './store.ts';

/** Stores the language of a person's pages, mails and messages. */
export const addLanguageRoute = (api: Api, { db }: AccountsDependencies): void => {
  route(api, endpoints.language, async (call) => {
    const { who, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = await profileOf(trx, who.userId);
      await setLanguage(trx, who.userId, body.language);
      note({
        action: 'change',
        subject: 'person',
        subjectId: who.userId,
        subjectName: who.name,
        old: { language: before?.language ?? null },
        new: { language: body.language },
      });
    });
    return body;
  });
};
