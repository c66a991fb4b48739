import type { texts as English } from '../../texts/device-templates.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'dispositivo', other: 'dispositivos' });

export const texts: typeof English = {
  title: 'Tipos de dispositivo',
  about:
    'Un dispositivo la sigue mientras todos sus ajustes son los de su tipo, y difiere donde tiene uno propio, que una distribución no cambia.',
  owners: { shipped: 'Viene con Tocsin.', operator: 'Es para todos.', client: 'Es de este cliente.' },
  entries: { push: 'Sus dispositivos envían sus datos.', modbus: 'Sus dispositivos se leen por Modbus.' },
  used: (count, sites) => `Usado por ${devices(count)} en ${counted(sites, { one: 'sitio', other: 'sitios' })}`,
  shipped:
    'Los tipos que vienen con Tocsin no tienen plantilla: cada dispositivo conserva sus propios ajustes. Cópielos de uno a otro.',
  add: 'Tipo de un dispositivo nuevo',
  unused: 'Ningún dispositivo lo usa todavía.',
  import: 'Importar',
  imported: 'El tipo de dispositivo se ha importado',
  file: 'Exportar',
  brings: 'Lo que trae uno nuevo',
  bringsAbout:
    'Nombres, imágenes, unidades, prioridades, reglas habituales y textos. Cada sitio puede diferir donde deba.',
  version: (n, from, by) => `Versión ${n}, tomada de ${from} por ${by}`,
  none: 'Todavía sin plantilla',
  noneAbout: 'Configure un dispositivo como deben ser todos y tome después sus ajustes como plantilla.',
  groups: (n) => plural(n, { one: 'grupo', other: 'grupos' }),
  sensors: (n) => plural(n, { one: 'sensor', other: 'sensores' }),
  rules: (n) => plural(n, { one: 'regla habitual', other: 'reglas habituales' }),
  texts: (n) => plural(n, { one: 'texto', other: 'textos' }),
  sensor: 'Sensor',
  unit: 'Unidad',
  priority: 'Prioridad',
  rule: 'Regla habitual',
  todo: 'Qué hacer',
  noRule: 'ninguna',
  take: (version) => `Tomar como versión ${version}`,
  takeFrom: 'Dispositivo cuyos ajustes serán la plantilla',
  taken: (version) => `La versión ${version} está en vigor. Ningún dispositivo ha cambiado.`,
  outdated: 'Alguien ha guardado otra versión entretanto. Mírela primero.',
  notAnnounced: 'Este dispositivo aún no ha comunicado sus sensores.',
  wrongType: 'Este dispositivo es de otro tipo.',
  follow: (n) => counted(n, { one: 'la sigue', other: 'la siguen' }),
  differ: (n) => counted(n, { one: 'difiere', other: 'difieren' }),
  behind: (n) => `${n} sin esta versión`,
  differs: (n) => counted(n, { one: 'ajuste propio', other: 'ajustes propios' }),
  differsIn: (what, here, type) => `difiere en ${what}: ${here}, tipo ${type}`,
  named: (type, code) => `${type} (${code})`,
  ownHeads: { old: 'Plantilla', new: 'Aquí' },
  unknown: 'No existe ese tipo de dispositivo.',
  onVersion: (n) => `versión ${n}`,
  neverTaken: 'aún no aplicada',
  rollOut: (version) => `Aplicar la versión ${version}`,
  rollOutAbout: 'Lo que difiere en un dispositivo sigue siendo suyo. Nada cambia antes de que lo haya visto.',
  look: (n) => `Ver los ${n} y aplicar`,
  tried: (days, after, before) =>
    `${counted(after, { one: 'advertencia', other: 'advertencias' })} en los últimos ${days} días${before === null ? '' : `, hasta ahora ${before}`}`,
  triedEmpty: (days) => `sin lecturas en los últimos ${days} días`,
  withOpen: 'También donde una regla que cambia tiene una advertencia abierta',
  oneFirst: 'Primero uno',
  doIt: (n) => `Aplicar a ${devices(n)}`,
  done: (changed, proposed) =>
    proposed === 0
      ? `Aplicada a ${devices(changed)}`
      : `Aplicada a ${devices(changed)}; las reglas de ${devices(proposed)} esperan aprobación`,
  undo: 'Deshacer',
  undoable: (by, n) => `${by} la aplicó a ${devices(n)}. Se puede deshacer durante 24 horas.`,
  undone: 'Se ha deshecho.',
  late: 'Solo se puede deshacer durante 24 horas.',
  waits: 'Un cambio de sus reglas espera aprobación.',
  inWalk: 'Hay una prueba de recorrido en marcha.',
  openWarning: 'Una regla que cambiaría tiene una advertencia abierta.',
  cannot: (titles) => `Estos dispositivos no pueden recibir la plantilla: ${titles}`,
  anotherDifference: 'Los ajustes han cambiado desde entonces. Mire la diferencia otra vez.',
};
