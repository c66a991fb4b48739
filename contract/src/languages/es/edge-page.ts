import type { texts as English } from '../../texts/edge-page.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: (edge) => `${edge} · Tocsin edge`,
  unclaimed: 'Edge sin dar de alta',
  own: 'Esta es la vista del propio edge: lo que comunican los dispositivos de aquí. No evalúa advertencias, y aquí no se puede reconocer nada.',
  portalUp: 'El portal responde.',
  portalDown: (since) => `El portal no responde desde ${since}. Nadie allí ve estos valores.`,
  portalNever: 'El portal no ha respondido desde que se inició este programa. Nadie allí ve estos valores.',
  notClaimed: 'Este edge aún no se ha dado de alta: inícielo con EDGE_CODE.',
  noDevices: 'Este edge aún no tiene dispositivos. Asígnelos en el portal, en la página Edges del sitio.',
  alarms: (count) => counted(count, { one: 'alarma', other: 'alarmas' }),
  noAlarms: 'Sin alarmas',
  alarm: 'Alarma',
  since: (time) => `desde ${time}`,
  online: 'En línea',
  offline: 'Sin conexión',
  silent: 'Aún no se ha recibido nada',
  lastFrame: (time) => `Última trama ${time}`,
  queue: (records, used, bound) =>
    `${counted(records, { one: 'registro', other: 'registros' })} en espera · cola ${used} de ${bound}`,
  full: 'La cola está llena: no se confirma la recepción a los dispositivos, y se omiten consultas.',
  stale: 'Esta página perdió la conexión con el edge. Los valores son antiguos.',
  noValue: 'Sin valor',
  skip: 'Ir a los dispositivos',
  version: (version, number) => `Versión ${version} · configuración ${number}`,
  downMessage: (edge, site, since, alarms) => `${site}: el edge ${edge} no alcanza el portal desde ${since}. ${alarms}`,
  alarmMessage: (edge, site, what) =>
    `${site}: ALARMA ${what}. Enviado por el edge ${edge}, porque no alcanza el portal.`,
  backMessage: (edge, site, minutes) =>
    `${site}: el edge ${edge} alcanza de nuevo el portal, después de ${counted(minutes, { one: 'minuto', other: 'minutos' })}.`,
  activeNow: (list) => `En alarma ahora: ${list}.`,
  noneActive: 'No hay alarmas activas.',
};
