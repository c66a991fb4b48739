import type { texts as English } from '../../texts/contact-messages.ts';
import { sinceMoment } from './words.ts';

/** Sent as SMS: only characters of the 7-bit SMS alphabet (docs/languages/fr.md). */
export const texts: typeof English = {
  test: 'TEST',
  acknowledge: 'Acquitter',
  acknowledged: 'Acquitté',
  notAcknowledged: "NON acquitté. Ouvrez l'événement dans Tocsin.",
  confirm: 'Je la vois',
  reply: (code) => `Répondez ${code} pour acquitter.`,
  whatToDo: 'A faire',
  since: (when) => sinceMoment(when),
  gathered: (count) => `${count} autres événements`,
  gatheredAbout: 'Trop nombreux pour un envoi un par un. Ouvrez le journal.',
  checkTitle: 'Tocsin: est-ce bien vous?',
  checkAbout: (code) => `Votre code est ${code}. Il est valable 15 minutes.`,
  checkPush: 'Appuyez pour recevoir les alarmes dans ce navigateur.',
  testTitle: 'Tocsin: message de test',
  testAbout: "Vous avez demandé ce test. Il ne s'est rien passé dans votre installation.",
};
