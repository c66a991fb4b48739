import type { texts as English } from '../../texts/history-import.ts';

export const texts: typeof English = {
  title: 'Importer le passé',
  about:
    'Pour les graphiques, exports et essais de règles seulement : les mesures importées n’alertent personne et ne prouvent aucune protection.',
  choose: 'Choisir un fichier',
  formats:
    'CSV avec une colonne par capteur ou une ligne par valeur ; line protocol d’InfluxDB ; exports de Tocsin. Jusqu’à 200 Mo.',
  tooLarge: 'Le fichier dépasse 200 Mo. L’opérateur peut l’importer en ligne de commande.',
  noLines: 'Le fichier ne contient aucune ligne lisible.',
  found: (format) => `C’est ${format}.`,
  formatNames: {
    wide: 'un fichier CSV avec une colonne par capteur',
    long: 'un fichier CSV avec une ligne par valeur',
    'line-protocol': 'du line protocol d’InfluxDB',
  },
  begins: (time) => `Il commence le ${time}.`,
  zone: 'Fuseau des heures qui n’en indiquent pas',
  sensorOf: (name) => `Capteur pour ${name}`,
  leaveOut: 'Laisser de côté',
  import: 'Importer',
  progress: (percent) => `${percent} % importés`,
  cancel: 'Arrêter',
  drop: 'Abandonner',
  done: (lines, stored) => `${lines} lignes lues, ${stored} instants importés.`,
  doubled: (count) => `${count} instants existaient déjà.`,
  refused: (count) => `${count} lignes ou valeurs n’ont pas pu être prises :`,
  line: (line, text) => `Ligne ${line} : ${text}`,
};
