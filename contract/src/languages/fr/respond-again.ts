import type { texts as English } from '../../texts/respond-again.ts';

export const texts: typeof English = {
  subject: (what) => `TOUJOURS ACTIVE : ${what}`,
  text: (minutes) =>
    `Vous avez acquitté cette alarme. Elle est toujours active, et son délai de réaction de ${minutes} min est écoulé.`,
  next: (minutes) =>
    `Si vous vous en occupez, commentez-la dans le journal dans les ${minutes} min. Sinon, elle devra être acquittée de nouveau, et ses politiques d’escalade recommenceront à leur première étape.`,
  facts: { site: 'Site', since: 'Active depuis', acknowledged: 'Acquittée' },
  button: 'Ouvrir le journal',
  foot: 'Vous recevez cet e-mail parce que vous avez acquitté l’alarme.',
  by: 'Délai de réaction',
  reason: (minutes) =>
    `Toujours active ${minutes} min après l’acquittement, et personne n’a répondu au rappel par un commentaire.`,
};
