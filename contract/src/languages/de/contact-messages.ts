import type { texts as English } from '../../texts/contact-messages.ts';

export const texts: typeof English = {
  test: 'TEST',
  acknowledge: 'Quittieren',
  acknowledged: 'Quittiert',
  notAcknowledged: 'Nicht quittiert. Öffnen Sie die Meldung in Tocsin.',
  confirm: 'Ich sehe es',
  reply: (code) => `Zum Quittieren mit ${code} antworten.`,
  whatToDo: 'Maßnahme',
  since: (when) => `seit ${when}`,
  gathered: (count) => `${count} weitere Ereignisse`,
  gatheredAbout: 'Zu viele, um sie einzeln zu senden. Öffnen Sie das Protokoll.',
  checkTitle: 'Tocsin: Sind Sie das?',
  checkAbout: (code) => `Ihr Code ist ${code}. Er gilt 15 Minuten.`,
  checkPush: 'Drücken Sie hier, um Alarme in diesem Browser zu erhalten.',
  testTitle: 'Tocsin: Testnachricht',
  testAbout: 'Sie haben diesen Test angefordert. In Ihrer Anlage ist nichts geschehen.',
};
