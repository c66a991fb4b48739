import { endpoints, type RuleMail } from '@tocsin/contract/email-rules';
import { byCall, recorded } from '../../../base/audit.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { Refusal } from '../../../base/errors.ts';
import { oweMail, writeLetter } from '../../../base/mail.ts';
import { type Api, route } from '../../../policy/route.ts';
import { findRule } from '../store.ts';
import { type DeliveredMail, mailsOfRule } from './store.ts';

const present = (mail: DeliveredMail): RuleMail => ({
  id: mail.id,
  subject: mail.subject,
  to: mail.to_address,
  state: mail.state,
  attempts: mail.attempts,
  last_error: mail.last_error,
  date_created: mail.created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
});

export const addSendingRoutes = (
  api: Api,
  { db, clock, publicUrl }: { readonly db: Db; readonly clock: Clock; readonly publicUrl: string },
): void => {
  route(api, endpoints.mails, async ({ params, query }) => {
    const { count, rows } = await mailsOfRule(db, params.id, query);
    return { count, results: rows.map(present) };
  });

  route(api, endpoints.test, async (call) => {
    const rule = await findRule(db, call.params.id);
    if (!rule) throw new Refusal('not-found');
    const to = rule.send_to_alternative ? rule.alternative_contact : rule.email;
    const letter = await writeLetter({
      heading: 'Test e-mail',
      blocks: [
        { kind: 'text', text: `${call.who.name} asked for this test. Mails of this e-mail rule arrive here.` },
        { kind: 'button', label: 'Open the rule', url: `${publicUrl}/user/setting/add/notification/${rule.id}` },
      ],
      foot: ['Tocsin only displays system status; it is not a safety system.'],
    });
    await recorded(db, byCall(call), async (trx, note) => {
      const mail = { kind: 'other', to, subject: 'Test e-mail of Tocsin', ...letter } as const;
      const owner = { userId: rule.user_id, clientId: rule.client_id, ruleId: rule.id };
      await oweMail(trx, { ...mail, ...owner }, new Date(clock.now()));
      const names = { subject: 'e-mail rule', subjectId: rule.id, clientId: rule.client_id };
      note({ ...names, action: 'send test e-mail', old: null, new: { to } });
    });
    const [mail] = (await mailsOfRule(db, rule.id, { limit: 1, offset: 0 })).rows;
    if (!mail) throw new Refusal('not-found');
    return present(mail);
  });
};
