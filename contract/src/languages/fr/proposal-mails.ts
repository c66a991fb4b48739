import type { texts as English } from '../../texts/proposal-mails.ts';
import { ofName } from './words.ts';

export const texts: typeof English = {
  subject: (device) => `${device} : une modification d’avertissements est à approuver`,
  text: (by) =>
    `${by} a proposé une modification qui assouplit ou retire des avertissements. Les règles en vigueur restent telles quelles jusqu’à ce qu’un autre responsable ait décidé.`,
  site: 'Site',
  device: 'Appareil',
  reason: 'Motif',
  removed: 'Serait retiré :',
  added: 'Serait ajouté :',
  how: (device) =>
    `Ouvrez ${device}, puis Paramètres, Modifier les avertissements : la proposition est au-dessus des règles.`,
  unitSubject: (device) => `${device} : des avertissements ne sont pas évalués`,
  unitText:
    'L’unité d’un capteur a changé et ne peut pas être convertie dans l’unité où ces avertissements ont été saisis. Tant que personne ne les saisit à nouveau, ils n’avertissent pas.',
  unitRules: 'Non évalués :',
  unitHow: (device) =>
    `Ouvrez ${device}, puis Paramètres, Modifier les avertissements, et saisissez les valeurs dans la nouvelle unité.`,
  button: 'Ouvrir les appareils du site',
  foot: (site) => `Vous recevez cet e-mail parce que vous êtes responsable ${ofName(site)}.`,
};
