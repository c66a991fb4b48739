import type { texts as English } from '../../texts/respond-again.ts';

export const texts: typeof English = {
  subject: (what) => `STEHT NOCH AN: ${what}`,
  text: (minutes) =>
    `Sie haben diesen Alarm quittiert. Er steht noch an, und seine Reaktionszeit von ${minutes} min ist vorbei.`,
  next: (minutes) =>
    `Kommentieren Sie ihn innerhalb von ${minutes} min im Protokoll, wenn Sie daran arbeiten. Sonst muss er neu quittiert werden, und seine Eskalationsregeln benachrichtigen wieder von der ersten Stufe an.`,
  facts: { site: 'Standort', since: 'Steht an seit', acknowledged: 'Quittiert' },
  button: 'Protokoll öffnen',
  foot: 'Sie erhalten diese E-Mail, weil Sie den Alarm quittiert haben.',
  by: 'Reaktionszeit',
  reason: (minutes) => `Steht ${minutes} min nach der Quittierung noch an, und niemand hat die Erinnerung kommentiert.`,
};
