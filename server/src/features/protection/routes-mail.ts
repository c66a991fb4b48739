import { endpoints } from '@tocsin/contract/protection';
import { type Api, route } from '../../access/route.ts';
import { setProtectionMail } from '../../access/store-people.ts';
import { byCall, difference, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { hasMail } from './store-mails.ts';

/** Everybody's own choice whether they get the weekly mail and the reminders. */
export const addProtectionMailRoutes = (api: Api, db: Db): void => {
  route(api, endpoints.mail, async ({ who }) => ({ is_on: await hasMail(db, who.userId) }));

  route(api, endpoints.changeMail, async (call) => {
    const { who, body } = call;
    await recorded(db, byCall(call), async (trx, note) => {
      const before = { has_protection_mail: await hasMail(trx, who.userId) };
      await setProtectionMail(trx, who.userId, body.is_on);
      note({
        action: 'change',
        subject: 'person',
        subjectId: who.userId,
        subjectName: who.name,
        ...difference(before, { has_protection_mail: body.is_on }),
      });
    });
    return body;
  });
};
