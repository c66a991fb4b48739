import type { texts as English } from '../../texts/client-sign-in.ts';

export const texts: typeof English = {
  title: (company) => `${company} - Connexion`,
  back: 'Modifier le client',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  sessions: {
    title: 'Sessions',
    about:
      'Limites pour les personnes de ce client. Une personne de plusieurs clients a les limites les plus strictes de tous. Le personnel de l’exploitant et les écrans muraux ne sont pas concernés.',
    idle: 'Mettre fin à une session sans saisie après (minutes)',
    idleHelp: '5 à 1440. Vide : après 24 heures sans aucune utilisation ; une page ouverte compte comme utilisation.',
    lifetime: 'Mettre fin à toute session après (heures)',
    lifetimeHelp: '1 à 2160. Vide : après 90 jours.',
    number: 'Sessions simultanées d’une personne',
    numberHelp: '1 à 100 ; une connexion de plus met fin à la session utilisée le moins récemment. Vide : illimité.',
    save: 'ENREGISTRER',
    saved: 'Limites des sessions enregistrées',
  },
};
