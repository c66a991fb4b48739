import type { texts as English } from '../../texts/escalation-mails.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  why: (policy, names) =>
    `Nadie ha reconocido esto todavía. La política de escalamiento “${policy}” notifica ahora a ${names.join(', ')}.`,
  whyTest: (policy, names) =>
    `Nadie ha reconocido esta prueba todavía. La política de escalamiento “${policy}” notifica ahora a ${names.join(', ')}.`,
  testSubject: (policy) => `PRUEBA: política de escalamiento “${policy}”`,
  testNotice:
    'Esta es una prueba de la política de escalamiento. No ocurrió nada en su planta. Reconózcala como lo haría con una alarma.',
  subject: (policy) => `Sin reconocer: política de escalamiento “${policy}”`,
  notWritten: 'Lo ocurrido no se pudo escribir en este correo. Abra Tocsin para verlo.',
  notReached: (names) => `No se pudo notificar a: ${names.join(', ')}.`,
  next: (minutes) =>
    `Si nadie reconoce, el siguiente paso se ejecuta en ${counted(minutes, { one: 'minuto', other: 'minutos' })}.`,
  button: 'Reconocer',
  linkNote:
    'La página que se abre tiene un solo botón, y nada se reconoce antes de que usted lo presione. No requiere iniciar sesión, funciona una sola vez, solo para este mensaje y durante 24 horas como máximo. No reenvíe el enlace.',
  sentBy: (policy, url) => `Enviado por la política de escalamiento “${policy}”: ${url}`,
  nobodyAcknowledged: (policy) =>
    `Se ejecutaron todos los pasos de la política de escalamiento “${policy}”, y nadie ha reconocido. Recibe este correo porque usted es el contacto de emergencia de este cliente.`,
  gathered: (count) =>
    `${count === 1 ? 'Este evento espera que alguien lo reconozca' : `Estos ${count} eventos esperan que alguien los reconozca`}. Recibe un solo correo por todo, porque las políticas de escalamiento le enviaron diez en diez minutos.`,
  openLog: 'Abrir lo pendiente',
  sentByPolicies: (url) => `Enviado por políticas de escalamiento: ${url}`,
  nobodySubject: (subject) => `Nadie ha reconocido: ${subject}`,
};
