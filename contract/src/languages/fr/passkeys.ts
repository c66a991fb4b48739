import type { texts as English } from '../../texts/passkeys.ts';

export const texts: typeof English = {
  signIn: {
    title: 'Se connecter avec une clé d’accès',
    about:
      'Votre appareil demande son code PIN, une empreinte ou votre visage. Ni mot de passe ni code ne sont nécessaires.',
    button: 'UTILISER UNE CLÉ D’ACCÈS',
    password: 'Se connecter avec le mot de passe',
  },
  verify: { button: 'Utiliser une clé d’accès' },
  whyNot: {
    address:
      'Les clés d’accès ne fonctionnent qu’avec HTTPS ou localhost, et pas à une adresse IP. Ce portail n’a pas une telle adresse.',
    elsewhere: (origin) => `Les clés d’accès ne fonctionnent qu’à ${origin}. Ouvrez le portail là-bas.`,
    browser: 'Ce navigateur ne gère pas les clés d’accès.',
  },
  failed: 'La clé d’accès n’a pas été utilisée. Veuillez réessayer.',
  own: {
    title: 'Clés d’accès',
    about:
      'Une clé d’accès se trouve sur votre appareil ou dans votre gestionnaire de mots de passe. Elle vous connecte, et elle sert de second facteur.',
    none: 'Vous n’avez pas encore de clé d’accès.',
    used: 'dernière utilisation',
    never: 'jamais utilisée',
    add: 'Ajouter une clé d’accès',
    name: 'Nom, par exemple de l’appareil',
    nameMissing: 'Veuillez saisir un nom !',
    password: 'Votre mot de passe',
    passwordMissing: 'Veuillez saisir votre mot de passe',
    askAbout:
      'Saisissez votre mot de passe : une autre personne utilisant ce navigateur ne doit pas pouvoir le faire à votre place.',
    create: 'CRÉER',
    cancel: 'ANNULER',
    created: 'Clé d’accès ajoutée',
    rename: 'Renommer',
    save: 'ENREGISTRER',
    renamed: 'Clé d’accès renommée',
    remove: 'Retirer',
    removeTitle: (name) => `Retirer la clé d’accès « ${name} » ?`,
    removeAbout: 'Elle ne vous connecte plus. Sans aucun second facteur, vos codes de récupération prennent fin aussi.',
    removed: 'Clé d’accès retirée',
  },
};
