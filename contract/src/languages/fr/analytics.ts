import type { texts as English } from '../../texts/analytics.ts';
import { counted, ofName, spanOf } from './words.ts';

export const texts: typeof English = {
  title: 'Analyse',
  sites: 'Sites',
  devices: 'Appareils',
  pickDevice: 'Veuillez d’abord choisir un appareil !',
  selectDate: 'Choisissez une date !',
  noData: 'Il n’y a pas de données !',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  notAllowed: 'Vous n’avez pas le droit de voir l’analyse de cet appareil.',
  notThisType: 'Les trois rapports concernent les appareils F500, WDC4 et F500 UDF.',
  from: 'Du',
  to: 'Au',
  filter: 'Filtre',
  tools: 'Jours et filtre',
  filters: {
    is_out_of_service: {
      label: 'Hors service',
      true: 'Hors service seulement',
      false: 'En service',
    },
    is_shelved: {
      label: 'Mises en attente',
      true: 'Mises en attente seulement',
      false: 'Non mises en attente',
    },
    is_acknowledged: {
      label: 'Acquittées',
      true: 'Acquittées seulement',
      false: 'Non acquittées',
    },
  },
  toLog: 'Ces événements dans le journal',
  toGraph: (sensor) => `Courbe ${ofName(sensor)}`,
  totalBefore: (count, days, from, to) =>
    `${count} dans ${days === 1 ? 'le jour précédent' : `les ${days} jours précédents`} (${spanOf(from, to)})`,
  generate: 'Créer le rapport',
  csv: 'CSV',
  tabs: {
    month: 'Le mois',
    sensor: 'Alarmes par capteur',
    time: 'Alarmes par heure',
    type: 'Types d’alarmes',
    bad: 'Alarmes gênantes',
  },
  underspeed: 'Alarme de sous-vitesse',
  contact: 'Contact modifié',
  columns: {
    means: 'Ce que cela signifie',
    sensor: 'Capteur',
    count: 'Alarmes et avertissements',
    share: 'Part',
    priority: 'Priorité',
    hour: 'Heure',
    type: 'Type',
    device: 'Appareil',
    id: 'Id',
    from: 'Début',
    lasted: 'Durée',
    peak: 'Maximum en 10 min',
    content: 'Contenu',
    since: 'Depuis',
    sensors: 'Capteurs',
    first: 'Première',
    changed: 'Règles modifiées',
    over: 'Compté sur',
    before: 'Avant',
    after: 'Après',
    perWindow: 'Alarmes en 10 min',
    windows: 'Nombre',
    shift: 'Poste',
    unacknowledged: 'Non acquittées',
    median: 'La moitié sous',
    slow: 'Neuf sur dix sous',
  },
  total: (count) =>
    `${counted(count, { one: 'alarme ou avertissement', other: 'alarmes et avertissements' })}, essais exclus`,
  hour: (name) => `${name}:00`,
  zone: (zone) => `Jours et heures de ${zone}`,
  more: (count) => `Le graphique montre les ${count} premiers, le tableau tous.`,
  month: {
    against: (days) => `face à : ${days}`,
    earlier: 'Mois précédent',
    later: 'Mois suivant',
    flood: (day, count, span) => `${day} : avalanche, ${count} en ${span}`,
    figures: {
      alarms: 'Alarmes',
      minutes: 'Minutes en alarme',
      floods: 'Avalanches',
      answer: 'Délai d’acquittement',
      warnings: 'Avertissements',
    },
    same: 'comme avant',
    more: (n, before) => `${n} de plus que ${before} avant`,
    fewer: (n, before) => `${n} de moins que ${before} avant`,
    before: (n) => `avant ${n}`,
    days: 'Alarmes et avertissements par jour',
    means: {
      none: 'aucune ces jours-là',
      each: (span) => `${span} par alarme`,
      noFlood: 'jamais 10 en dix minutes',
      flood: 'plus qu’une personne ne peut traiter',
      goal: (within, of, others) => {
        const some = within === 0 ? 'aucune' : `seulement ${within}`;
        const text =
          within === of ? `les ${of} dans leur délai de réponse` : `${some} sur ${of} dans leur délai de réponse`;
        return others > 0 ? `${text} ; ${others} autres n’en avaient pas ou ont encore du temps` : text;
      },
      noGoal: 'aucune alarme avec délai de réponse n’est encore acquittée ou en retard',
      most: (count, sensor) => `dont ${count} de ${sensor}`,
    },
    noneBefore: 'aucune alarme ni avertissement enregistré les jours précédents',
    legend: { now: 'maintenant', before: 'avant' },
    shifts: 'Délai d’acquittement par équipe, la moitié en',
    target: (span) => `délai de réaction : ${span}`,
    made: (some, part, all) =>
      `${counted(some, { one: 'capteur a causé', other: 'capteurs ont causé' })} ${part} des ${all} avertissements`,
    advice: 'De meilleurs réglages, essayés sur les 30 derniers jours :',
    nobody: 'personne n’a acquitté',
    asked: (asked, others) =>
      `${asked} demandaient un acquittement ; ${others} ${others === 1 ? 'autre' : 'autres'} n’en demandai${others === 1 ? '' : 'en'}t pas.`,
  },
  bad: {
    scope: 'Étendue',
    device: 'Cet appareil',
    site: 'Tout le site',
    rate: (total, days) =>
      `${counted(total, { one: 'alarme', other: 'alarmes' })} et avertissements en ${counted(days, { one: 'jour', other: 'jours' })}`,
    perDay: (count, isTooMany) =>
      `${count} par jour, ${isTooMany ? 'plus qu’une personne ne peut en traiter' : 'pas plus qu’une personne ne peut en traiter'}`,
    stands: 'toujours active',
    none: 'Aucune sur cette période :',
    counting: 'Des mesures antérieures sont encore en cours de lecture : ces nombres peuvent augmenter.',
    hours: (hours) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} j ${hours % 24} h`),
    priority: {
      title: 'Par priorité',
      about: 'L’urgence des alarmes et avertissements, d’après la priorité enregistrée à leur début.',
      todo: 'EEMUA 191 suggère environ 5 % de priorité haute, 15 % de moyenne et 80 % de basse. Où la plupart des alarmes sont urgentes, aucune ne l’est : donnez aux règles et aux capteurs une priorité selon leur conséquence.',
    },
    shelved: (count) => `Dont ${counted(count, { one: 'mise en attente', other: 'mises en attente' })}.`,
    outOfService: (count) =>
      `Dont ${counted(count, { one: 'apparue', other: 'apparues' })} pendant une mise hors service.`,
    rates: {
      title: 'Alarmes en dix minutes',
      about: 'Combien d’alarmes et d’avertissements sont apparus dans chaque tranche de dix minutes de la période.',
      todo: 'Une personne peut répondre à une alarme en dix minutes, à deux pendant un moment, et à aucune d’une avalanche (EEMUA 191). ISA-18.2 demande moins de 1 % du temps en avalanche.',
      steps: (least, most) => {
        if (most === null) return `${least} ou plus (avalanche)`;
        return least === most ? String(least) : `${least} à ${most}`;
      },
    },
    answers: {
      title: 'Délai d’acquittement',
      about: 'Selon le poste où l’alarme est apparue, pour celles qui doivent être acquittées.',
      todo: 'Si un poste met beaucoup plus longtemps, cherchez ce qui empêche ses équipes de voir les alarmes : trop d’alarmes, aucun écran, personne sur place.',
      shift: (from, to) => spanOf(from, to),
    },
    verdict: {
      few: (count) => `Seulement ${count} dans cette période : trop peu pour conclure`,
      stands: (time) => `Active depuis ${time} : réparez, ou mettez hors service`,
      chatters: (peak) => `Instable, jusqu’à ${peak} en 10 min : vérifiez contact, câble et fixation`,
      warnings: (count) =>
        `${counted(count, { one: 'avertissement', other: 'avertissements' })} d’une règle : vérifiez son seuil et sa temporisation`,
      alarms: 'Alarmes de l’automate : cherchez d’abord la cause sur la machine',
      both: (alarms, warnings) =>
        `${counted(alarms, { one: 'alarme', other: 'alarmes' })} de l’automate et ${counted(warnings, { one: 'avertissement', other: 'avertissements' })} : cherchez d’abord la cause sur la machine`,
    },
    next: { cause: 'Voir son graphique', limit: 'Essayer un seuil dans son graphique' },
    frequent: {
      title: 'Les plus fréquentes',
      nobodyStandsOut: (most) => `Aucun ne se distingue : aucun capteur n’en a plus de ${most}.`,
      ones: (names) => `Une fois chacun : ${names}`,
      about: (sensors, share) =>
        `${sensors === 1 ? 'Le premier capteur a causé' : `Les ${sensors} premiers capteurs ont causé`} ${share} % de toutes les alarmes et avertissements : commencez là.`,
    },
    advice: {
      title: 'Réglages qui auraient aidé',
      about:
        'Pour les avertissements ci-dessus : la bande morte et la temporisation qui en font taire le plus sans en perdre un important, simulées sur les 30 derniers jours.',
      todo: 'Regardez d’abord la machine. Un réglage qui cache un mauvais contact cache aussi le prochain défaut.',
      waiting: 'Dans la file',
      trying: (percent) => `Simulation sur l’historique : ${percent} %`,
      none: 'Aucune bande morte ni temporisation ne réduit les avertissements de moitié sans en perdre un important.',
      tooLively: 'Trop de changements sur cette période pour proposer un réglage.',
      fewer: 'peu d’avertissements, aucun autre réglage n’est nécessaire.',
      gone: 'La règle a été modifiée entre-temps.',
      again: 'Réessayer',
      look: 'Regarder le meilleur réglage',
      warnings: (n) => counted(n, { one: 'avertissement', other: 'avertissements' }),
      tried: 'Essayé',
      inDays: (text, days) => `En ${days} : ${text}`,
      applied: 'Appliqué',
      dialog: 'Modifier cette règle ?',
      setting: 'Réglage',
      now: 'Maintenant',
      after: 'Après',
      deadband: 'Bande morte',
      delay: 'Pendant au moins',
      apply: 'Appliquer',
    },
    changes: {
      title: 'Avant et après une modification',
      about:
        'Alarmes d’un capteur sur des durées égales avant et après une modification de ses règles d’avertissement, 7 jours au plus.',
      todo: 'Si une modification a aidé, copiez-la sur les machines semblables. Sinon, annulez-la.',
      over: (hours) => {
        if (hours < 1) return 'moins de 1 h chacune';
        return hours < 48 ? `${hours} h chacune` : `${Math.round(hours / 24)} jours chacune`;
      },
    },
    flood: (share) => `${share} % du temps en avalanche.`,
    chattering: {
      title: 'Oscillantes',
      about: 'Plus de 5 alarmes d’un capteur en 10 minutes.',
      todo: 'Vérifiez le contact, le câble et la fixation du capteur. Donnez à l’avertissement une temporisation, ou un seuil plus éloigné de la valeur habituelle. On cesse de croire une alarme oscillante.',
    },
    standing: {
      title: 'Persistantes',
      about: 'En alarme ou en avertissement depuis plus de 24 heures.',
      todo: 'Réparez ce qui est signalé, ou désactivez le capteur si la machine est hors service et notez qui l’a décidé. Une alarme toujours active cache la suivante.',
    },
    floods: {
      title: 'Avalanches',
      about: '10 alarmes ou plus en 10 minutes.',
      todo: 'Cherchez la cause unique de l’avalanche : une alimentation perdue, un capteur de température ambiante, une machine arrêtée. Convenez de l’alarme qui la signale, et retirez celles qui ne font que la répéter.',
    },
  },
};
