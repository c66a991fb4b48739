import type { texts as English } from '../../texts/out-of-service.ts';
import { atMoment, counted, ofName } from './words.ts';

export const texts: typeof English = {
  outOfService: 'Hors service',
  noReason: 'aucun motif donné',
  review: (when) => `Hors service, à revoir ${atMoment(when)}`,
  more: (n) => `et ${counted(n, { one: 'autre', other: 'autres' })}`,
  about: (reason, by, until) => `${reason}${by === '' ? '' : `, ${by}`} ; à revoir ${atMoment(until)}`,
  overdue: (until) => `Devait être revu ${atMoment(until)}`,
  form: {
    reason: 'Motif',
    reasonMissing: 'Veuillez saisir le motif',
    tooLong: 'Ce champ ne doit pas dépasser 1000 caractères.',
    review: 'Date de revue',
    reviewMissing: 'Veuillez choisir la date de revue',
    reviewAbout: 'Dans 90 jours au plus. Dès cette date, les responsables du site reçoivent un rappel chaque jour.',
  },
  sensor: {
    take: 'Mettre hors service',
    takeAsk: (device) => `Mettre hors service un capteur ${ofName(device)} ?`,
    takeAbout:
      'Ses événements sont toujours évalués et conservés, mais personne n’en est prévenu, pas même des alarmes. L’arrêt de la machine par l’appareil reste assuré.',
    taken: 'Le capteur est hors service',
    back: 'Remettre en service',
    backAsk: (name) => `Remettre ${name} en service ?`,
    backAbout: 'Ses alarmes envoient de nouveau des notifications, y compris une pour chaque alarme active maintenant.',
    label: 'Capteur',
    pick: 'Veuillez choisir le capteur',
    takeOne: (device) => `Mettre hors service un capteur ${ofName(device)}`,
  },
  returned: 'De nouveau en service',
  pageAbout:
    'Personne n’est prévenu de leurs alarmes. Dès la date de revue, les responsables du site reçoivent un rappel chaque jour.',
  extend: 'Prolonger',
  extendAsk: (name) => `Prolonger la mise hors service ${ofName(name)} ?`,
  extendAbout: 'Saisissez un nouveau motif et une nouvelle date de revue. L’élément reste hors service.',
  extended: 'Date de revue modifiée',
  page: {
    title: 'Hors service',
    empty: 'Rien n’est hors service.',
    what: 'Quoi',
    reason: 'Motif',
    by: 'Par',
    review: 'Revue',
    failed: 'La liste n’a pas pu être chargée.',
  },
  mail: {
    subject: (site, count) =>
      `${site} : hors service, ${counted(count, { one: 'revue en retard', other: 'revues en retard' })}`,
    text: (site) => `Ces éléments sont hors service sur le site ${site}, et leur date de revue est passée :`,
    fact: (reason, by, day) => `${reason}${by === '' ? '' : ` (${by})`}, devait être revu ${atMoment(day)}`,
    todo: 'Personne n’est prévenu de leurs alarmes. Remettez-les en service, ou prolongez avec un motif et une nouvelle date de revue.',
    button: 'Ouvrir la liste',
    foot: (site) => `Vous recevez cet e-mail une fois par jour parce que vous êtes responsable ${ofName(site)}.`,
  },
};
