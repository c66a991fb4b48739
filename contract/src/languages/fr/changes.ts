import type { texts as English } from '../../texts/changes.ts';
import { atMoment } from './words.ts';

export const texts: typeof English = {
  reasonMissing: 'Cette modification assouplit ou retire un seuil ou une règle. Dites pourquoi.',
  title: 'Pourquoi cette modification ?',
  about:
    'Elle assouplit ou retire un seuil ou une règle. Le motif est conservé dans le journal d’audit avec l’ancienne et la nouvelle valeur.',
  reason: 'Motif',
  save: 'Enregistrer avec motif',
  proposedToast:
    'Proposée. Les règles restent telles quelles jusqu’à ce qu’une autre personne ait approuvé la modification.',
  proposed: (by, at) => `${by} a proposé une modification ${atMoment(at)}`,
  proposedAbout:
    'Les règles en vigueur restent telles quelles jusqu’à ce qu’une autre personne ayant les mêmes droits ait décidé.',
  why: (reason) => `Motif : ${reason}`,
  removed: 'Serait retiré',
  added: 'Serait ajouté',
  comment: 'Commentaire',
  approve: 'Approuver',
  decline: 'Refuser',
  withdraw: 'Retirer',
  only: 'Seul un responsable du site peut l’approuver.',
  approved: 'La modification est approuvée et en vigueur.',
  declined: 'La modification est refusée.',
  otherPerson: 'Une autre personne doit approuver cette modification.',
  addedByAuthor: 'La personne qui a proposé cette modification vous a ajouté. Une autre personne doit l’approuver.',
  addedByProgram:
    'Un programme vous a ajouté il y a moins de sept jours. Un autre gestionnaire du compte doit d’abord vous confirmer.',
  mailboxUnproven:
    'Confirmez d’abord votre adresse e-mail : déconnectez-vous, choisissez « Mot de passe oublié ? » et utilisez le lien reçu. Approuvez ensuite.',
  decided: 'Cette proposition a déjà été tranchée.',
  outdated: 'Les règles ont été modifiées après cette proposition. Refusez-la et proposez-la de nouveau.',
  needReason: 'Demander un motif quand un seuil ou une règle est assoupli ou retiré',
  needReasonHelp:
    'Vaut pour les règles d’avertissement et d’e-mail, les politiques d’escalade et les webhooks. Le motif est conservé dans le journal d’audit.',
  needApproval: 'Une seconde personne doit approuver de telles modifications des règles d’avertissement',
  needApprovalHelp:
    'La modification reste à approuver sur la page de l’appareil, jusqu’à ce qu’un autre responsable l’approuve ou la refuse.',
};
