import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minuto', other: 'minutos' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: (site) => `${site} - Edges`,
  heading: 'Edges',
  about:
    'Un edge es un programa junto a los dispositivos. Guarda sus datos mientras la conexión con el portal está caída, y los envía después.',
  pickSite: 'Elija un sitio para ver sus edges',
  toSites: 'Sitios',
  notAllowed: 'Los ingenieros y gerentes del sitio ven sus edges.',
  none: 'Aún no hay edges',
  noneAbout:
    'Sin un edge, los dispositivos envían al portal por sí mismos. Lo que no pueden guardar se pierde mientras la conexión está caída.',
  loadFailed: 'No se pudieron cargar los edges.',
  add: 'Agregar edge',
  addTitle: 'Agregar edge',
  name: 'Nombre',
  nameHelp: 'Dónde está, por ejemplo Torre de elevadores.',
  noName: 'Ingrese un nombre',
  create: 'Crear código',
  cancel: 'Cancelar',
  close: 'Cerrar',
  freshTitle: (edge) => `Dar de alta ${edge}`,
  once: 'Inicie el edge con este comando dentro de las 24 horas. El código se muestra una sola vez y funciona una sola vez.',
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
  stateAbout: {
    full: 'No puede guardar más. No se confirma la recepción a los dispositivos, y se omiten consultas.',
    silent:
      'El portal no tiene contacto con él. Lo que envían sus dispositivos llegará cuando vuelva. Los datos de abajo son los del último contacto.',
    behind: 'Se están enviando registros anteriores.',
  },
  waitsUntil: (time) => `Su código funciona hasta ${time}.`,
  codeOver: 'Su código venció. Cree uno nuevo.',
  madeBy: (name, time) => `Agregado por ${name === '' ? 'un programa' : name}, ${time}`,
  claimed: (time) => `dado de alta ${time}`,
  facts: {
    seen: 'Último contacto',
    queue: 'Cola',
    oldest: 'Más antiguo en cola',
    clock: 'Desfase del reloj',
    version: 'Versión',
    memory: 'Memoria',
    adapters: 'Adaptadores',
    maps: 'Mapas',
    refused: 'Rechazados',
    notItsOwn: 'De otros dispositivos',
    damaged: 'Dañados',
    missed: 'Consultas omitidas',
    started: 'Inicio',
    notifies: 'Mensajes propios',
  },
  mapVersion: (name, version) => `${name}, versión ${version}`,
  asksFor: (version) =>
    `Sus dispositivos necesitan el edge ${version}: actualícelo. Hasta entonces rechaza lo que lee un mapa.`,
  notItsOwnAbout: 'Registros de dispositivos que en su momento no le pertenecían. No se guardó nada.',
  never: 'nunca',
  nothing: 'ninguno',
  records: (count) => counted(count, { one: 'registro', other: 'registros' }),
  share: (share, bound) => `${share} de ${bound}`,
  queueFilled: 'Proporción de la cola en uso',
  clockText: (seconds) => `${seconds} s`,
  clockUnknown: 'aún sin medir',
  clockAbout: 'Hora del portal menos la del reloj del sistema del edge. El edge la corrige por sí mismo.',
  configuration: (number) => `configuración ${number}`,
  adapterTexts: {
    http: (port) => `HTTP en el puerto ${port}`,
    mqtt: (port, sessions) =>
      `MQTT y Sparkplug en el puerto ${port}, ${counted(sessions, { one: 'sesión', other: 'sesiones' })}`,
    noMqtt: 'MQTT desactivado',
    modbus: (count) =>
      `Modbus, ${counted(count, { one: 'dispositivo consultado', other: 'dispositivos consultados' })}`,
    noModbus: 'Modbus, ningún dispositivo consultado',
  },
  notifies: 'activados',
  notifiesNot: 'desactivados',
  notifiesHow: 'defina EDGE_NOTIFY_URL',
  sinceStart: 'desde su inicio',
  devices: 'Dispositivos',
  noDevices: 'Sin dispositivos. Asigne los que envían a este edge.',
  assign: 'Asignar dispositivos',
  assignTitle: (edge) => `Dispositivos de ${edge}`,
  assignAbout:
    'Los dispositivos asignados envían solo a este edge. Desde ahora se rechaza lo que envíen directamente al portal.',
  ofOther: (edge) => `pertenece a ${edge}`,
  noneToAssign: 'El sitio no tiene dispositivos.',
  save: 'Guardar',
  saved: 'Edge cambiado',
  events: 'Eventos de los últimos 30 días',
  noEvents: 'Ningún corte y ninguna consulta omitida.',
  outage: (from, to, minutes) => `Sin contacto de ${from} a ${to} (${minutesOf(minutes)})`,
  outageComing: 'Sus datos aún están llegando.',
  outageOver: (late) =>
    late === 0
      ? 'Ninguna alarma ni advertencia con retraso.'
      : `${counted(late, { one: 'evento con retraso', other: 'eventos con retraso' })} en la bitácora.`,
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'consulta omitida', other: 'consultas omitidas' })} de ${from} a ${to}`,
  gapAbout: 'La cola del edge estaba llena.',
  newCode: 'Código nuevo',
  newCodeAsk: (edge) => `¿Crear un código nuevo para ${edge}?`,
  newCodeAbout: 'El edge que lo use toma el lugar del actual, que entonces queda desconectado.',
  rename: 'Cambiar nombre',
  renameTitle: 'Cambiar nombre del edge',
  remove: 'Revocar',
  removeAsk: (name) => `¿Revocar el edge ${name}?`,
  removeAbout:
    'Su clave deja de funcionar de inmediato, y sus dispositivos deben enviar al portal por sí mismos. Lo que quede en su cola nunca llegará al portal.',
  removed: 'Edge revocado',
  failed: 'Ocurrió un error. Intente de nuevo.',
  mail: {
    subject: (edge, late) =>
      `El edge ${edge} volvió: ${late === 0 ? 'sin eventos con retraso' : counted(late, { one: 'evento con retraso', other: 'eventos con retraso' })}`,
    text: (edge, site, minutes) =>
      `El edge ${edge} de ${site} no pudo alcanzar el portal durante ${minutesOf(minutes)}. Sus datos ya están completos. De lo que ocurrió entretanto no se notificó a nadie.`,
    nothing: 'En este tiempo no comenzó ninguna alarma ni advertencia.',
    more: (count) => `y ${count} más en la bitácora, con la marca de retraso`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Abrir la bitácora',
    foot: (site) => `Recibe este correo porque usted es gerente de ${site}.`,
  },
};
