import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minuto', other: 'minutos' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: 'Edges',
  about: (site) =>
    `Un edge es un programa junto a los dispositivos de ${site}. Guarda sus datos mientras la línea al portal está caída, y los envía después.`,
  none: 'Aún no hay edges',
  noneAbout:
    'Sin un edge, los dispositivos envían al portal por sí mismos. Lo que no pueden guardar se pierde mientras la línea está caída.',
  add: 'Agregar edge',
  name: 'Nombre',
  cancel: 'Cancelar',
  once: 'Inicie el edge con este código dentro de las 24 horas. El código se muestra una sola vez y funciona una sola vez.',
  code: 'Código',
  command: 'Comando',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'No se pudo copiar. Seleccione el texto y cópielo a mano.',
  states: {
    waiting: 'Aún sin dar de alta',
    online: 'En línea',
    behind: 'Poniéndose al día',
    full: 'Cola llena',
    silent: 'En silencio',
  },
  waitsUntil: (time) => `Su código funciona hasta ${time}.`,
  codeOver: 'Su código venció. Cree uno nuevo.',
  seen: (time) => `Última señal ${time}`,
  neverSeen: 'Nunca ha dado señal',
  queue: (records, share) =>
    `${counted(records, { one: 'registro', other: 'registros' })} en espera, cola al ${share} %`,
  oldest: (time) => `el más antiguo de ${time}`,
  memory: (megabytes) => `${megabytes} MB de memoria`,
  version: (version) => `versión ${version}`,
  clock: (seconds) => `reloj del sistema desfasado ${seconds} s`,
  refused: (count) => counted(count, { one: 'registro rechazado', other: 'registros rechazados' }),
  damaged: (count) => counted(count, { one: 'registro dañado', other: 'registros dañados' }),
  devices: 'Dispositivos',
  noDevices: 'Sin dispositivos. Asigne los que envían a este edge.',
  assign: 'Asignar dispositivos',
  assignAbout:
    'Los dispositivos asignados envían solo a este edge. Desde ahora se rechaza lo que envíen directamente al portal.',
  save: 'Guardar',
  saved: 'Edge cambiado',
  gaps: 'Consultas omitidas',
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'consulta omitida', other: 'consultas omitidas' })} de ${from} a ${to}, porque el edge no tenía espacio`,
  newCode: 'Código nuevo',
  newCodeAsk: '¿Crear un código nuevo?',
  newCodeAbout: 'El edge que lo use toma el lugar del actual, que entonces queda desconectado.',
  rename: 'Cambiar nombre',
  remove: 'Eliminar edge',
  removeAsk: (name) => `¿Eliminar el edge ${name}?`,
  removeAbout:
    'Su clave termina de inmediato, y sus dispositivos deben enviar al portal por sí mismos. Lo que espera en su cola se pierde.',
  removed: 'Edge eliminado',
  failed: 'Ocurrió un error. Intente de nuevo.',
  mail: {
    subject: (edge, late) =>
      `El edge ${edge} volvió: ${late === 0 ? 'sin eventos con retraso' : counted(late, { one: 'evento con retraso', other: 'eventos con retraso' })}`,
    text: (edge, site, minutes) =>
      `El edge ${edge} de ${site} no pudo alcanzar el portal durante ${minutesOf(minutes)}. Sus datos ya están completos. No se notificó a nadie lo que ocurrió entretanto.`,
    nothing: 'En este tiempo no comenzó ninguna alarma ni advertencia.',
    more: (count) => `y ${count} más en la bitácora, con la marca de retraso`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Abrir la bitácora',
    foot: (site) => `Recibe este correo porque usted es gerente de ${site}.`,
  },
};
