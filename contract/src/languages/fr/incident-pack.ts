import type { texts as English } from '../../texts/incident-pack.ts';
import { ofName, spanOf } from './words.ts';

const drawingWords = {
  some: 'drawings/*.json          le schéma du synoptique qui était publié au début de l’alarme, chaque onglet avec ces appareils sous forme de document, non d’image ; chacun dit s’il a été publié plus tard, faute d’un schéma antérieur',
  none: 'Aucun schéma publié ne montre ces appareils.',
  hidden: 'Les schémas du synoptique sont omis : la personne qui a créé ce dossier ne peut pas les voir.',
};

export const texts: typeof English = {
  open: 'Dossier d’incident',
  hint: 'Télécharge tout ce qui concerne cette alarme en un seul ZIP',
  progress: (megabytes) => `Dossier d’incident : ${megabytes} Mo reçus`,
  cancel: 'Annuler',
  saved: 'Le dossier d’incident est enregistré.',
  failed: 'Le dossier d’incident n’a pas pu être créé. Veuillez réessayer.',
  onlyAlarms: 'Seul un événement qui ouvre un état (alarme, avertissement, perte) a un dossier d’incident.',
  documentTitle: (device) => `Capteurs ${ofName(device)}`,
  chartSpan: (from, to) => `${from} à ${to}, un point par minute ; rouge : en alarme`,
  noSeries: 'L’appareil n’a rien envoyé sur cette période.',
  readme: (facts) => `Dossier d’incident
${facts.what}
${facts.place}
Début : ${facts.at}
Couvre la période ${spanOf(facts.from, facts.to)}
Créé : ${facts.made}, par ${facts.by}

Appareils :
${facts.devices.map((line) => `- ${line}`).join('\n')}

story.txt                le récit de l’incident tel qu’il était au moment de créer ce dossier
events.csv               événements de ces appareils dans leur ordre, avec le premier de l’incident et la certitude de l’ordre
who_knows.csv            qui a été prévenu par les politiques d’escalade, par quel moyen, et ce qu’est devenu chaque message
held_back.csv            ce qui était mis en attente ou hors service
notes.csv                ce que les personnes ont noté sur ces appareils et le site
proof_tests.csv          le dernier essai périodique achevé de chaque capteur avant l’alarme
settings_then.json       règles d’avertissement, unités, noms, images et consignes au début de l’alarme
settings_now.json        les mêmes à la création de ce dossier
changes.csv              modifications de ces paramètres depuis le début du dossier, avec les valeurs avant et après
clocks.csv               écart d’horloge et retard de chaque appareil au début, à l’alarme et à la fin
refused_frames.csv       trames qui n’ont pas pu être conservées
sensors/device_*.csv     chaque mesure de tous les capteurs en pleine résolution
sensors/device_*.pdf     les mêmes en courbes, un point par minute
${drawingWords[facts.drawings]}
SHA256SUMS               les sommes de contrôle de ces fichiers : vérifiez-les avec 'sha256sum -c SHA256SUMS'

Paramètres d’alors : les règles et les unités sont exactes. Les noms, images et consignes sont reconstitués d’après les modifications enregistrées ; ce qui a été copié d’un autre appareil depuis ne figure que dans changes.csv.
Hors service : ce qui a été remis en service avant la création de ce dossier ne figure que dans changes.csv.
${facts.cut.length === 0 ? '' : `Trop longs et coupés : ${facts.cut.join(', ')}.\n`}`,
};
