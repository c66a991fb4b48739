// An e-mail rule for each device, a real SMTP server, and the count of both against the events.
import { Mailbox, startMailServer } from '@tocsin/e2e/mailbox';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const address = 'night-shift@plant.example';

/** The SMTP server, with the settings that lead to it. */
export async function startMails() {
  const mail = await startMailServer();
  return {
    more: { SMTP_URL: mail.url, MAIL_FROM: 'Tocsin <alarms@tocsin.example>' },
    /** Each device with a rule of its own: what comes in a flood is gathered, and still each event is in one mail. */
    async makeRules(api, devices) {
      for (const device of devices) {
        const rule = { delivery_method: 'Email', event_type: 'alarm', contact_when: 0, all_devices: false };
        const to = { send_to_alternative: true, alternative_contact: address };
        await api.post('notification-settings/', { ...rule, ...to, devices: [device.id] });
      }
    },
    /** Waits until nothing is owed any more; false when it takes too long. */
    async settled(query, withinMs = 150_000) {
      const until = Date.now() + withinMs;
      for (;;) {
        const [row] = await query(
          `select (select count(*) from pending_rule_event) + (select count(*) from rule_mail where state = 'gathered')
             + (select count(*) from mail where state = 'queued') as n`,
        );
        if (Number(row.n) === 0) return true;
        if (Date.now() > until) return false;
        await pause(500);
      }
    },
    /** How many of these events are in no mail, in several, or in one that the server was given several times. */
    async check(query, events) {
      const received = new Map();
      for (const one of await new Mailbox(mail.folder, address).all())
        received.set(one.messageId, (received.get(one.messageId) ?? 0) + 1);
      const rows = await query(
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
