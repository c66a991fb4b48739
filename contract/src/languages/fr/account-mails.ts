import type { texts as English } from '../../texts/account-mails.ts';
import { ofName } from './words.ts';

export const texts: typeof English = {
  support: (ways) => `Assistance : ${ways}`,
  hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  notYou: 'Si ce n’était pas vous, prévenez aussitôt votre responsable de compte ou l’assistance.',
  activation: {
    subject: 'Activez votre compte Tocsin',
    text: 'Un compte a été créé pour vous. Ouvrez le lien, lisez les conditions et choisissez un mot de passe.',
    button: 'Activer le compte',
    validity: 'Le lien fonctionne une seule fois, pendant 7 jours.',
  },
  reset: {
    subject: 'Réinitialisez votre mot de passe Tocsin',
    text: 'Un nouveau mot de passe a été demandé pour votre compte. Si c’était vous, ouvrez le lien et choisissez-en un.',
    button: 'Choisir un mot de passe',
    validity:
      'Le lien fonctionne une seule fois, pendant 24 heures. Si vous n’avez rien demandé, rien n’a changé et vous n’avez rien à faire.',
  },
  newAddress: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    text: 'Ouvrez le lien pour utiliser cette adresse avec votre compte Tocsin.',
    button: 'Utiliser cette adresse',
    validity: 'Le lien fonctionne une seule fois, pendant 24 heures.',
  },
  addressChangeRequested: {
    subject: 'Un changement de votre adresse e-mail a été demandé',
    text: (email) => `Quelqu’un qui est connecté à votre compte a demandé de remplacer son adresse par ${email}.`,
    nothingChanged:
      'Rien n’a encore changé. Si ce n’était pas vous, changez votre mot de passe maintenant : la demande est alors annulée.',
  },
  addressChanged: {
    subject: 'Votre adresse e-mail a été changée',
    text: (email) => `Votre compte utilise désormais ${email}.`,
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été changé',
    text: 'Le mot de passe de votre compte a été changé, et les sessions ouvertes avec l’ancien ont pris fin.',
    held: (n: number): string =>
      `${n} ${n === 1 ? 'moyen de contact ajouté récemment ne reçoit' : 'moyens de contact ajoutés récemment ne reçoivent'} aucun message avant votre confirmation. Les e-mails vous parviennent toujours.`,
  },
  added: {
    subjects: {
      method: 'Un moyen de contact a été ajouté',
      key: 'Une clé API a été ajoutée à votre compte',
      calendar: 'Une adresse de votre calendrier d’astreinte a été créée',
    },
    texts: {
      method: (title: string): string =>
        `${title} a été ajouté à votre compte. Une fois vérifié, il reçoit les messages qui vous sont destinés.`,
      key: (title: string): string =>
        `La clé API ${title} a été ajoutée. Elle permet à un programme de lire ce que vous pouvez lire.`,
      calendar: (): string => 'Une adresse a été créée, à laquelle vos astreintes peuvent être lues sans connexion.',
    },
    ifNotYou:
      'Si ce n’était pas vous, supprimez-la, changez votre mot de passe et mettez fin à vos autres sessions dans les paramètres utilisateur. Prévenez ensuite votre responsable de compte ou l’assistance.',
    button: 'Vérifier',
  },
  providerLinked: {
    subject: 'Votre compte a été lié à votre organisation',
    text: (issuer) => `Désormais, ${issuer} peut vous connecter chez le client qui l’utilise.`,
  },
  twoFactor: {
    on: {
      subject: 'Authentification à deux facteurs configurée',
      text: 'Désormais, un second facteur est demandé à la connexion : un code de votre application d’authentification, ou une clé d’accès.',
    },
    added: {
      subject: 'Clé d’accès ajoutée',
      text: 'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter et sert de second facteur.',
    },
    removed: {
      subject: 'Clé d’accès retirée',
      text: 'Une clé d’accès a été retirée de votre compte. Vos autres seconds facteurs restent.',
    },
    off: {
      subject: 'Second facteur désactivé',
      text: 'Le second facteur de votre compte a été retiré : votre mot de passe suffit pour se connecter.',
    },
  },
  contact: {
    subject: (company) => `Vous êtes l’interlocuteur ${ofName(company)}`,
    text: (company) =>
      `Vous êtes désormais l’interlocuteur ${ofName(company)} dans Tocsin et l’un de ses responsables de compte.`,
    button: 'Ouvrir Tocsin',
  },
  invitation: {
    subject: (company) => `Invitation chez ${company}`,
    text: (invitedBy, company) => `${invitedBy} vous invite à utiliser votre compte Tocsin également pour ${company}.`,
    button: 'Voir l’invitation',
    validity:
      'Le lien fonctionne une seule fois, pendant 7 jours. Tant que vous n’acceptez pas, rien de votre compte ne leur est visible.',
    decline: 'Si vous ne les connaissez pas, refusez l’invitation ou ignorez cet e-mail.',
  },
  demoThanks: {
    subject: 'Inscription réussie',
    text: 'Merci de votre intérêt pour Tocsin. Nous vous écrirons au sujet de votre démo.',
  },
  demoRequest: {
    subject: (company) => `Démo demandée : ${company}`,
    text: 'Quelqu’un s’est inscrit pour une démo.',
    facts: { name: 'Nom', company: 'Société', email: 'E-mail' },
  },
  feedback: {
    subject: (topic) => `Avis : ${topic}`,
    text: 'Quelqu’un a envoyé un avis.',
  },
};
