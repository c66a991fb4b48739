import type { texts as English } from '../../texts/webhook-mails.ts';

export const texts: typeof English = {
  subject: (title) => `Webhook „${title}“ wurde abgeschaltet`,
  what: (origin) => `Sein Empfänger unter ${origin} hat 410 (Gone) geantwortet: Er nimmt keine Nachrichten mehr an.`,
  meaning:
    'Über diesen Webhook wird nichts mehr gesendet, auch nicht von Eskalationsregeln, die ihn nennen. Berichtigen Sie seine Adresse und schalten Sie ihn wieder ein, oder entfernen Sie ihn. Ereignisse der Zwischenzeit werden nicht nachgesendet.',
  open: 'Webhooks öffnen',
  foot: (place) => `Sie erhalten diese E-Mail, weil Sie ${place} verwalten.`,
};
