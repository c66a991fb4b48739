// An e-mail rule for each device, a real SMTP server, and the comparison of its mails with the events.
import type { Api } from '@tocsin/e2e/api';
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';
import type { PlantDevice } from '@tocsin/e2e/plant';
import { pause } from '../support/_pause.ts';
import type { Query } from '../support/_together.ts';

const address = 'night-shift@plant.example';

/** What is wrong with the e-mails of some events. */
export interface MailCount {
  readonly mailMissing: number;
  readonly mailTwice: number;
}
export interface RuleMails {
  /** Settings that lead a server to it. */
  readonly more: Readonly<Record<string, string>>;
  /** Gives each device a rule of its own: what comes in a flood is gathered, and still each event is in one mail. */
  makeRules(api: Api, devices: readonly PlantDevice[]): Promise<void>;
  /** Waits until nothing is pending; returns false after the time limit. */
  settled(query: Query, withinMs?: number): Promise<boolean>;
  /** Counts the events that are in no mail, in several, or in one that the SMTP server received several times. */
  check(query: Query, events: readonly { readonly id: number }[]): Promise<MailCount>;
  stop(): Promise<void>;
}

/** The SMTP server, and the settings that lead to it. */
export async function startMails(): Promise<RuleMails> {
  const mail = await startMailServer();
  return {
    more: { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>' },
    async makeRules(api, devices) {
      for (const device of devices) {
        const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: false };
        const to = { send_to_alternative: true, alternative_contact: address };
        await api.post('notification-settings/', { ...rule, ...to, devices: [device.id] });
      }
    },
    async settled(query, withinMs = 150_000) {
      const until = Date.now() + withinMs;
      for (;;) {
        const [row] = await query<{ readonly n: string }>(
          `select (select count(*) from pending_event where audience = 'rules') + (select count(*) from rule_mail where state = 'gathered')
             + (select count(*) from mail where state in ('pending', 'sending')) as n`,
        );
        if (Number(row.n) === 0) return true;
        if (Date.now() > until) return false;
        await pause(500);
      }
    },
    async check(query, events) {
      const received = new Map<string, number>();
      for (const one of await new Mailbox(mail.folder, address).all())
        received.set(one.messageId, (received.get(one.messageId) ?? 0) + 1);
      const rows = await query<{ readonly message_id: string; readonly event: number }>(
        `select message_id, (jsonb_array_elements(about -> 'events'))::bigint::float8 as event from mail where rule_id is not null`,
      );
      const mails = Map.groupBy(rows, (row) => row.event);
      const count = { mailMissing: 0, mailTwice: 0 };
      for (const { id } of events) {
        const times = (mails.get(id) ?? []).map((row) => received.get(row.message_id) ?? 0);
        const all = times.reduce((sum, n) => sum + n, 0);
        if (all === 0) count.mailMissing++;
        if (all > 1) count.mailTwice++;
      }
      return count;
    },
    stop: () => mail.stop(),
  };
}
