import type { texts as English } from '../../texts/alarm-register.ts';
import { atMoment, counted } from './words.ts';

export const texts: typeof English = {
  title: 'Registre des alarmes',
  documentTitle: (site) => `Registre des alarmes, ${site}`,
  made: (time, zone) => `Établi ${atMoment(time)}, ${zone}.`,
  approvedBy: (who, at) => `Approuvé par ${who} ${atMoment(at)}`,
  notApproved: 'Pas encore approuvé',
  differences: (count) =>
    count === 0
      ? 'Rien n’a changé depuis l’approbation.'
      : `${counted(count, { one: 'différence', other: 'différences' })} depuis l’approbation`,
  kinds: { added: 'Ajouté', removed: 'Retiré', changed: 'Modifié' },
  change: (field, old, fresh) => `${field} : « ${old} » devient « ${fresh} »`,
  fields: {
    device: 'appareil',
    sensor: 'capteur',
    rule: 'règle',
    priority: 'priorité',
    likely_cause: 'cause probable',
    consequence: 'conséquence',
    what_to_do: 'que faire',
    respond_within_minutes: 'réagir sous (min)',
  },
  columns: {
    limit: 'Seuil et délai',
    alarm: 'Alarme',
    priority: 'Priorité',
    within: 'Réagir sous',
    todo: 'Que faire',
    cause: 'Cause probable',
    consequence: 'Conséquence',
    device: 'Appareil',
  },
  ofRule: (sensor, rule) => `${sensor} : ${rule}`,
  ownAlarm: 'Seuil réglé dans l’appareil',
  usual: 'Habituelle',
  unset: '(par défaut)',
  unused: 'Rien n’y est raccordé.',
  writeOne: (count) => `Un texte pour ${count}`,
  minutes: (count) => `${count} min`,
  below: 'Voir sous le tableau.',
  csv: 'CSV',
  pdf: 'PDF',
  approve: 'Approuver cette liste',
  approveAbout: (count) =>
    `Vous confirmez ${counted(count, { one: 'entrée', other: 'entrées' })} avec la priorité et la consigne affichées.`,
  comment: 'Commentaire',
  approved: 'La liste est approuvée',
  changed: 'La liste a changé depuis que vous l’avez ouverte. Relisez-la avant de l’approuver.',
  empty: 'Les appareils de ce site n’ont pas encore signalé leurs capteurs.',
  missing: (count, all) =>
    count === 0
      ? 'Chaque alarme a une consigne.'
      : `${counted(count, { one: 'alarme', other: 'alarmes' })} sur ${all} sans consigne`,
  shown: 'Alarmes affichées',
  all: (count) => `Toutes ${count ?? '–'}`,
  onlyMissing: (count) => `Sans consigne ${count ?? '–'}`,
  search: 'Chercher alarmes et textes',
  nothingFound: 'Aucune alarme ne correspond.',
  noResponse: 'Pas de consigne',
  moreMissing: (count) => `${count} autres sans consigne`,
  write: 'Écrire',
  writeFor: (sensor) => `Écrire la consigne de ${sensor}`,
};
