import { endpoints, type Unsubscription } from '@tocsin/contract/email-rules';
import { textsIn } from '@tocsin/contract/texts/define-texts';
import { texts } from '@tocsin/contract/texts/email-rules';
import { texts as product } from '@tocsin/contract/texts/product';
import { byLanguage } from '../../access/reader-language.ts';
import { type Api, route } from '../../access/route.ts';
import { idOfToken, unsubscribeToken } from '../../notify/index.ts';
import { recorded } from '../../platform/audit.ts';
import type { DbAndClock, Trx } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import { enqueueMail, renderMail } from '../../platform/mail.ts';
import { findRule, lockRule, type RuleRow, turnOffRule } from './store.ts';

export interface UnsubscribeDependencies extends DbAndClock {
  readonly publicUrl: string;
  /** Signs the links of mails. */
  readonly encryption: Pick<Encryption, 'hash'>;
  /** Who manages the whole client: they are mailed, because fewer people hear of its alarms from then on. */
  readonly managersOf: (
    trx: Trx,
    served: { readonly client_id: number; readonly site_id: null },
  ) => Promise<readonly { readonly id: number; readonly email: string }[]>;
}

/** The link in a rule's mails, which works without an account: it turns the rule off, and tells who has to know. */
export const addUnsubscribeRoutes = (api: Api, dependencies: UnsubscribeDependencies): void => {
  const { db, encryption, publicUrl } = dependencies;

  /** Unknown tokens and those of an address that the rule mails no more answer alike. */
  const linked = async (token: string): Promise<RuleRow> => {
    const id = idOfToken(token);
    const rule = id === null ? undefined : await findRule(db, id);
    if (!rule || !sameHash(Buffer.from(token), Buffer.from(unsubscribeToken(encryption, rule.id, contactOf(rule)))))
      throw new Refusal('not-found');
    return rule;
  };
  const present = (rule: RuleRow): Unsubscription => ({
    event_type: rule.event_type,
    to: contactOf(rule),
    client: rule.company,
    is_active: rule.is_active,
  });

  route(api, endpoints.unsubscription, async ({ params, request, reply }) => {
    const rule = await linked(params.token);
    // Mail programs without the one-press button open the address as a page.
    if (request.headers.accept?.includes('text/html')) await reply.redirect(`${publicUrl}/unsubscribe/${params.token}`);
    return present(rule);
  });

  route(api, endpoints.unsubscribe, async ({ params, address }) => {
    const rule = await linked(params.token);
    const by = { userId: null, name: contactOf(rule), address };
    await recorded(db, by, async (trx, note) => {
      const current = await lockRule(trx, rule.id);
      const about = { subject: 'e-mail rule', subjectId: rule.id, clientId: rule.client_id } as const;
      if (!current?.is_active) return note({ ...about, action: 'change', old: {}, new: {} });
      await turnOffRule(trx, rule.id);
      const reason = 'The receiver ended its mails by their link';
      note({ ...about, action: 'change', old: { is_active: true }, new: { is_active: false, reason } });
      await mailTurnedOff(trx, rule, dependencies);
    });
    return present((await findRule(db, rule.id)) ?? rule);
  });
};

const contactOf = (rule: RuleRow): string => (rule.send_to_alternative ? rule.alternative_contact : rule.email);

/** Mails the owner of the rule and the client's managers, each once. */
async function mailTurnedOff(
  trx: Trx,
  rule: RuleRow,
  { managersOf, publicUrl, clock }: UnsubscribeDependencies,
): Promise<void> {
  const owner = { id: rule.user_id, email: rule.email };
  const managers = await managersOf(trx, { client_id: rule.client_id, site_id: null });
  const readers = [owner, ...managers.filter(({ id }) => id !== owner.id)];
  for (const [language, theirs] of await byLanguage(trx, readers, ({ id }) => id)) {
    const t = textsIn(texts, language);
    const subject = t.turnedOff.subject(t.events[rule.event_type], contactOf(rule));
    const letter = await renderMail({
      heading: subject,
      blocks: [
        { kind: 'text', text: t.turnedOff.meaning(`${rule.first_name} ${rule.last_name}`.trim()) },
        { kind: 'button', label: t.turnedOff.open, url: `${publicUrl}/user/setting/add/notification/${rule.id}` },
      ],
      foot: [textsIn(product, language).notSafety],
      language,
    });
    for (const { id: userId, email: to } of theirs)
      await enqueueMail(
        trx,
        { kind: 'other', to, subject, ...letter, userId, clientId: rule.client_id },
        new Date(clock.now()),
      );
  }
}
