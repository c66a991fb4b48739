import { endpoints, type RuleMail } from '@tocsin/contract/email-rules';
import { SiteId } from '@tocsin/contract/ids';
import { english } from '@tocsin/contract/languages/languages';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/event-mails';
import { texts as product } from '@tocsin/contract/texts/product';
import { languageOf } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import type { Administration } from '../../pipeline/catalog.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { orNotFound } from '../../platform/errors.ts';
import { enqueueMail, type MailContent, renderMail } from '../../platform/mail.ts';
import { findRule } from './store.ts';
import { type DeliveredMail, deliveredMail, mailsOfRule, siteOfRule } from './store-mails.ts';

const present = ({ to_address: to, created_at, ...mail }: DeliveredMail): RuleMail => ({
  ...mail,
  to,
  date_created: created_at.toISOString(),
  sent_at: mail.sent_at?.toISOString() ?? null,
});

export interface SendingRoutesDependencies extends DbAndClock {
  readonly publicUrl: string;
  /** Records the test as an event. */
  readonly administered: (what: Administration) => Promise<void>;
}

export const addSendingRoutes = (api: Api, { db, clock, publicUrl, administered }: SendingRoutesDependencies): void => {
  route(api, endpoints.mails, async ({ params, query }) => {
    const { count, rows } = await mailsOfRule(db, params.id, query);
    return { count, results: rows.map(present) };
  });

  route(api, endpoints.test, async (call) => {
    const rule = orNotFound(await findRule(db, call.params.id));
    const to = rule.send_to_alternative ? rule.alternative_contact : rule.email;
    const language = rule.send_to_alternative ? english : await languageOf(db, rule.user_id);
    const t = textsIn(texts, language).testMail;
    const content = await renderMail(
      testMailContent(language, call.who.name, `${publicUrl}/user/setting/add/notification/${rule.id}`),
    );
    const mailId = await recorded(db, byCall(call), async (trx, note) => {
      const mail = { kind: 'other', to, subject: t.subject, ...content, about: { test: true } } as const;
      const owner = { userId: rule.user_id, clientId: rule.client_id, ruleId: rule.id };
      const names = { subject: 'e-mail rule', subjectId: rule.id, clientId: rule.client_id };
      note({ ...names, action: 'send test e-mail', old: null, new: { to } });
      return await enqueueMail(trx, { ...mail, ...owner }, new Date(clock.now()));
    });
    const siteId = await siteOfRule(db, rule.id);
    // A client without devices has no log to record the test in; the mail is sent anyway.
    if (siteId !== null) {
      const content = `Test e-mail to ${to} by ${call.who.name}`;
      await administered({ type: 'test', siteId: SiteId.parse(siteId), deviceId: null, content });
    }
    const mail = orNotFound(await deliveredMail(db, mailId));
    return present(mail);
  });
};

const testMailContent = (language: string, by: string, url: string): MailContent => {
  const t = textsIn(texts, language).testMail;
  return {
    heading: t.heading,
    blocks: [
      { kind: 'text', text: t.text(by) },
      { kind: 'button', label: t.button, url },
    ],
    foot: [textsIn(product, language).notSafety],
    language,
  };
};
