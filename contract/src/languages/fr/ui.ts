import type { texts as English } from '../../texts/ui.ts';
import { counted, sinceMoment, toMoment } from './words.ts';

export const texts: typeof English = {
  loading: 'Chargement...',
  again: 'Réessayer',
  close: 'Fermer',
  clear: 'Effacer',
  cancel: 'Annuler',
  cancelForm: 'ANNULER',
  notSaved: 'Rien n’a été enregistré : le portail n’est pas joignable. Votre saisie est toujours là.',
  newerVersion: 'Afficher la version plus récente',
  leave: 'Vos modifications ne sont pas enregistrées. Quitter cette page ?',
  wentWrong: 'Un problème est survenu. Veuillez actualiser la page',
  notLoaded:
    'Aucune connexion au serveur. Cette page n’a pas été ouverte auparavant, elle ne peut donc pas encore être affichée. Elle s’ouvre d’elle-même quand la connexion revient.',
  noSuchPage: 'Cette page n’existe pas',
  toStart: 'Aller à l’accueil',
  nothingFound: 'Rien trouvé',
  removal: {
    title: (kind, name) => `Retirer ${kind} ${name} ?`,
    all: 'Tout retirer',
    remove: 'Retirer',
    dependents: 'Sont retirés avec :',
    sites: (count) => counted(count, { one: 'site', other: 'sites' }),
    devices: (count) => counted(count, { one: 'appareil', other: 'appareils' }),
    usedIn: (schemas) => `utilisé dans ${schemas}`,
    typeName: (name) => `Saisissez le nom : ${name}`,
    restorable: 'L’exploitant peut le rétablir dans les 30 jours ; ensuite, son historique est supprimé.',
  },
  ago: (span) => `il y a ${span}`,
  now: 'maintenant',
  never: 'jamais',
  since: (moment) => sinceMoment(moment),
  fromTo: (from, to) => `${from} ${toMoment(to)}`,
  lasting: (span) => `pendant ${span}`,
  chartKeys: {
    zoom: ['Glisser', 'Zoomer dans une courbe'],
    whole: ['Double clic', 'Toute la courbe à nouveau'],
    wheel: ['Ctrl et molette', 'Zoomer une courbe'],
    pan: ['Maj et glisser', 'Se déplacer le long d’une courbe'],
  },
  summary: {
    lastFrame: 'Dernière trame',
    never: 'aucune encore',
    active: 'Actif maintenant',
    counts: (alarms, warnings) =>
      [
        alarms > 0 && counted(alarms, { one: 'alarme', other: 'alarmes' }),
        warnings > 0 && counted(warnings, { one: 'avertissement', other: 'avertissements' }),
      ]
        .filter(Boolean)
        .join(', ') || 'rien',
    proof: 'Essais périodiques',
    none: 'rien à tester',
  },
};
