import type { texts as English } from '../../texts/invitations.ts';
import { counted, untilMoment } from './words.ts';

export const texts: typeof English = {
  invites: (by, company) => (by === '' ? `Vous êtes invité chez ${company}.` : `${by} vous invite chez ${company}.`),
  needsMailbox: 'Ouvrez le lien de l’e-mail d’invitation pour accepter : cela confirme que la boîte est bien la vôtre.',
  accept: 'Accepter',
  decline: 'Refuser',
  declineAsk: (company) => `Refuser l’invitation chez ${company} ?`,
  declineAbout: 'Votre refus leur est visible, mais rien de votre compte.',
  more: (count) => counted(count, { one: 'autre invitation', other: 'autres invitations' }),
  failed: 'Votre réponse n’a pas pu être enregistrée. Veuillez réessayer.',
  locked: (companies) => `${companies} : un second facteur est requis pour ouvrir ce client.`,
  setUp: 'Configurer l’authentification à deux facteurs',
  page: {
    title: 'Invitation',
    to: (company) => `Invitation chez ${company}`,
    about: (by, company, email) =>
      `${by === '' ? 'Quelqu’un' : by} vous invite à utiliser votre compte Tocsin ${email} également pour ${company}.`,
    privacy: 'Tant que vous n’acceptez pas, rien de votre compte ne leur est visible.',
    expires: (day) => `Valable ${untilMoment(day)}.`,
    password:
      'Accepter définit un nouveau mot de passe et met fin aux sessions, aux clés API et au second facteur du compte : la boîte e-mail du compte n’a pas encore été confirmée.',
    agree: 'J’ai lu les conditions et je les accepte',
    acceptWithPassword: 'DÉFINIR LE MOT DE PASSE ET ACCEPTER',
    gone: 'Cette invitation n’est plus valable. Demandez-en une nouvelle à la personne qui l’a envoyée.',
    accepted: 'Invitation acceptée. Choisissez le client sur la page Clients.',
    acceptedSignIn: 'Invitation acceptée. Connectez-vous pour ouvrir le client.',
    declined: 'Invitation refusée.',
    home: 'Ouvrir Tocsin',
  },
};
