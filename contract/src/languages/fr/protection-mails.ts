import type { texts as English } from '../../texts/protection-mails.ts';
import { atMoment, counted } from './words.ts';

const entries = (n: number): string => counted(n, { one: 'élément', other: 'éléments' });
const overdueTests = (n: number): string =>
  counted(n, { one: 'essai périodique en retard', other: 'essais périodiques en retard' });

export const texts: typeof English = {
  weekly: {
    subject: (site, n) => (n === 0 ? `${site} : tout protège` : `${site} : ${entries(n)} sans protection`),
    none: 'Tout protège : aucun capteur ni appareil n’est mis en attente, hors service, désactivé, hors ligne, en retard d’essai ou présumé défaillant.',
    some: (n, site) =>
      n < 2
        ? `${entries(n)} du site ${site} ne vous avertirait pas maintenant.`
        : `${entries(n)} du site ${site} ne vous avertiraient pas maintenant.`,
    made: (time, zone) => `État ${atMoment(time)} (${zone}).`,
    share: 'Bon fonctionnement prouvé en 30 jours',
    shareOf: (share, proven, all) => `${share} % (${proven} capteurs sur ${all})`,
    line: (kind, what, why) => `${kind} : ${what}. ${why}`,
    more: (n) => `et ${counted(n, { one: 'autre', other: 'autres' })}`,
    button: 'Ouvrir la liste',
    csv: (url) => `En CSV : ${url}`,
  },
  monthly: {
    none: (site, month) => `${site} : aucune heure de marche en ${month}`,
    about: (month) =>
      `Heures protégées de ${month} : heures de marche pendant lesquelles chaque capteur exigé pouvait avertir quelqu’un.`,
    line: (device, what) => `${device} : ${what}`,
    button: 'Ouvrir les heures protégées',
  },
  overdue: {
    subject: (site, n) => `${site} : ${overdueTests(n)}`,
    about: (n, site, days) =>
      `${overdueTests(n)} sur le site ${site}. L’intervalle est de ${counted(days, { one: 'jour', other: 'jours' })}.`,
    line: (what, last) => `${what} : dernier réussi ${last}`,
    button: 'Ouvrir les essais périodiques',
  },
  reason:
    'Vous recevez cet e-mail parce que vous êtes responsable de ce site. Vous pouvez le désactiver dans vos paramètres.',
  setting:
    'E-mail hebdomadaire sur ce qui ne protège pas, e-mail mensuel des heures protégées et rappels des essais périodiques en retard',
  settingHelp:
    'Pour les sites dont vous êtes responsable, chaque lundi et le premier de chaque mois à 07:00, heure du site.',
  saved: 'Paramètre enregistré.',
};
