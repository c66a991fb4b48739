import type { texts as English } from '../../texts/users.ts';
import { counted, ofName } from './words.ts';

export const texts: typeof English = {
  addTitle: (site) => (site === '' ? 'Ajouter un utilisateur' : `${site} - Ajouter un utilisateur`),
  editTitle: (name) => `${name} - Modifier l’utilisateur`,
  back: 'Modifier le site',
  form: {
    fullName: { label: 'Nom complet', missing: 'Veuillez saisir le nom complet' },
    email: {
      label: 'E-mail',
      missing: 'Veuillez saisir l’adresse e-mail !',
      invalid: 'Cette adresse e-mail n’est pas valable !',
    },
    company: { label: 'Société', missing: 'Veuillez saisir la société' },
    phone: { label: 'Téléphone', missing: 'Veuillez saisir le téléphone' },
    address: { label: 'Adresse', missing: 'Veuillez saisir l’adresse' },
    notYours:
      'Cette personne appartient aussi à d’autres clients : elle seule ou l’exploitant peut modifier ces champs.',
    add: 'AJOUTER',
    save: 'ENREGISTRER',
  },
  rights: {
    title: 'Droits chez le client',
    manager: 'Responsable de compte',
    managerHelp: 'Administre le client avec tous ses sites, appareils et personnes.',
    active: 'Actif',
    activeHelp: 'Un utilisateur inactif ne peut pas se connecter à ce client.',
    plant: 'Synoptique',
    plantHelp: 'Peut ouvrir le synoptique des sites.',
    oem: 'Utilisateur OEM',
    superuser: 'Super-utilisateur',
  },
  access: {
    title: 'Accès aux sites',
    search: 'Chercher des sites',
    has: 'A accès',
    permission: 'Droit',
    none: 'Aucun site',
    noneFound: 'Aucun site ne porte ce nom',
    more: (count) => `${counted(count, { one: 'autre site', other: 'autres sites' })} : cherchez par nom pour les voir`,
    all: 'Un responsable de compte a accès à tous les sites.',
  },
  activation: {
    title: 'Lien d’activation',
    about:
      'Le destinataire accepte les conditions et choisit un mot de passe. Le lien fonctionne une seule fois, pendant 7 jours.',
    send: 'Envoyer l’e-mail d’activation',
    sent: 'E-mail d’activation envoyé',
    failed: 'Une erreur est survenue, veuillez réessayer !',
    copy: 'Copier le lien',
    copied: 'Lien copié !',
  },
  reset2fa: {
    button: 'Réinitialiser la 2FA',
    ask: (name) => `Retirer le second facteur ${ofName(name)} ?`,
    about:
      'La personne se connecte avec son seul mot de passe jusqu’à ce qu’elle lie un nouvel appareil. Ses codes de récupération sont retirés aussi.',
    done: 'Second facteur retiré',
    failed: 'La 2FA n’a pas pu être désactivée, veuillez réessayer !',
  },
  remove: {
    button: 'RETIRER L’UTILISATEUR',
    ask: (name, site) => `Retirer ${name} ${ofName(site)} ?`,
    about: 'La personne perd l’accès à ce site, et ses règles d’e-mail ne couvrent plus ses appareils.',
    whole: 'RETIRER DU CLIENT',
    askWhole: (name, company) => `Retirer ${name} ${ofName(company)} ?`,
    aboutWhole:
      'La personne perd l’accès à tous les sites de ce client. Si c’est son seul client, son compte est retiré aussi.',
    yes: 'Retirer',
    done: 'Utilisateur retiré',
  },
  sessions: {
    end: 'Mettre fin à ses sessions',
    ask: (name) => `Mettre fin à toutes les sessions ${ofName(name)} ?`,
    about: 'La personne est aussitôt déconnectée partout.',
    done: 'Sessions terminées',
  },
  noSite: 'veuillez d’abord choisir un site',
  created: 'Utilisateur créé',
  assigned: 'Utilisateur ajouté',
  addedElsewhere: 'Utilisateur ajouté à un autre client',
  updated: 'Utilisateur mis à jour',
  unexpected: 'Une erreur inattendue est survenue.',
  cancel: 'ANNULER',
};
