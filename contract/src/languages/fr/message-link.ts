import type { texts as English } from '../../texts/message-link.ts';

export const texts: typeof English = {
  title: 'Acquitter',
  loading: 'Chargement de l’alarme',
  unknownTitle: 'Ce lien ne fonctionne pas',
  unknown:
    'Il n’appartient à aucun de vos messages, ou vous ne pouvez plus ouvrir l’appareil. Connectez-vous pour voir ce qui est actif.',
  failed: 'L’alarme n’a pas pu être chargée.',
  again: 'Réessayer',
  to: (name) => `Envoyé à ${name}`,
  active: 'Active',
  test: 'Test : il ne s’est rien passé dans l’installation',
  cleared: 'Terminée',
  facts: { site: 'Site', device: 'Appareil', sensor: 'Capteur', since: 'Depuis', priority: 'Priorité' },
  comment: 'Commentaire (facultatif)',
  button: 'Acquitter',
  help: 'Vous confirmez que vous en avez connaissance et que vous vous en occupez. Aucune autre personne n’est alors prévenue.',
  by: (who, at) => `Acquittée par ${who}, ${at}`,
  used: 'Vous avez acquitté par ce message.',
  late: 'Quelqu’un d’autre a acquitté avant vous. Il ne reste rien à faire ici.',
  expired: 'Ce lien a plus de 24 heures. Connectez-vous pour acquitter.',
  signIn: 'Ouvrir le portail',
};
