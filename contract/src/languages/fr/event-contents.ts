import type { texts as English } from '../../texts/event-contents.ts';

export const texts: typeof English = {
  online: 'L’appareil est en ligne',
  ended: 'Session terminée',
  silent: (seconds) => `Aucune donnée depuis ${seconds} s`,
  death: 'Message de fin',
  started: 'L’appareil a redémarré',
  startedBoot: (boot) => `L’appareil a redémarré (démarrage ${boot})`,
  noData: 'Le capteur n’envoie pas de données',
  notListed: 'Le capteur n’est plus listé',
  noStatus: 'Aucun état',
  cleared: 'Alarme terminée',
  lostNode: 'Communication perdue',
  shelved: (time, who, reason) => `Mis en attente pour ${time} par ${who} : ${reason}`,
  shelvedLonger: (time, who) => `Mise en attente prolongée de ${time} par ${who}`,
};
