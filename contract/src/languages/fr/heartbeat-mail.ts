import type { texts as English } from '../../texts/heartbeat-mail.ts';
import { atMoment, counted, untilMoment } from './words.ts';

export const texts: typeof English = {
  states: {
    ok: 'Tout va bien',
    unknown: 'Certaines valeurs n’ont pas pu être lues',
    warning: 'Quelque chose est à vérifier',
    alarm: 'Quelque chose ne va pas',
  },
  partStates: { ok: 'OK', unknown: 'Inconnu', warning: 'Avertissement', alarm: 'Alarme' },
  aliveAt: (time, zone) => `Tocsin fonctionnait ${atMoment(time)} (${zone}).`,
  records: (records, devices, value) =>
    `Valeur de contrôle de ${counted(records, { one: 'enregistrement d’essai périodique', other: 'enregistrements d’essais périodiques' })} sur ${counted(devices, { one: 'appareil', other: 'appareils' })} : ${value}. Gardez cet e-mail : il montre si un enregistrement a été réécrit ensuite.`,
  audit: (day, value) =>
    `Valeur de contrôle du journal d’audit ${untilMoment(day)} (UTC) : ${value}. Gardez cet e-mail : il montre si une ligne a été réécrite ou retirée ensuite.`,
  button: 'Ouvrir la page Santé',
  next: (hour) =>
    `Le prochain arrive demain à ${hour}:00. S’il n’arrive pas, vérifiez le serveur : rien d’autre ne vous préviendra.`,
  subject: 'Signe de vie',
  subjectBut: (state) => `Signe de vie, mais : ${state.toLowerCase()}`,
  reason: 'Vous recevez cet e-mail parce qu’un exploitant l’a demandé sur la page Santé.',
};
