import type { CopiedSetting } from '../../settings-copies.ts';
import type { texts as English } from '../../texts/settings-copies.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'dispositivo', other: 'dispositivos' });

const waiting = (count: number): string =>
  plural(count, {
    one: `las reglas de ${devices(count)} esperan aprobación`,
    other: `las reglas de ${devices(count)} esperan aprobación`,
  });

const kinds: Readonly<Record<CopiedSetting, string>> = {
  names: 'Nombres de sensores',
  images: 'Imágenes de sensores',
  types: 'Tipos de sensores',
  rules: 'Reglas de advertencia',
  priorities: 'Prioridades',
  responses: 'Textos de respuesta',
  roles: 'Sensores de pantalla, de marcha y obligatorios',
};

export const texts: typeof English = {
  title: (device) => `${device} - Copiar ajustes`,
  hint: 'Los dispositivos reciben los mismos ajustes que este, en un solo paso que se puede deshacer. Antes usted ve cada diferencia.',
  kinds,
  whatTitle: 'Qué copiar',
  toTitle: 'A qué dispositivos',
  find: 'Buscar un dispositivo',
  all: 'Elegir todos los compatibles',
  noTargets: 'Usted no puede editar ningún otro dispositivo de este tipo.',
  noTargetsHint: 'Los ajustes se copian entre dispositivos de un mismo cliente que tienen los mismos sensores.',
  show: 'Mostrar la diferencia',
  difference: (count) => `Diferencia: ${devices(count)} ${plural(count, { one: 'cambiaría', other: 'cambiarían' })}`,
  nothing: 'No hay diferencias. Estos dispositivos ya tienen los mismos ajustes.',
  same: 'Ya es igual',
  refused: 'No se puede copiar',
  refusedSome: (count) =>
    `${devices(count)} no ${plural(count, { one: 'puede', other: 'pueden' })} recibir estos ajustes. Omítalos, o cambie lo que se copia.`,
  leaveOut: 'Omitirlos',
  loosens: 'Relaja o elimina una regla',
  needsApproval: 'Las reglas relajadas de este cliente esperan a otra persona. Todo lo demás se copia de inmediato.',
  sensor: 'Sensor',
  field: 'Ajuste',
  old: 'Ahora',
  new: 'Después',
  none: 'ninguno',
  fields: {
    name: 'Nombre',
    image: 'Imagen',
    type: 'Tipo',
    rule: 'Regla de advertencia',
    priority: 'Prioridad',
    likely_cause: 'Causa probable',
    consequence: 'Consecuencia',
    what_to_do: 'Qué hacer',
    respond_within_minutes: 'Plazo de respuesta (min)',
    wall_sensor: 'Sensor en pantallas',
    running_sensor: 'Sensor de marcha',
    running_above: 'En marcha por encima de',
    required: 'Obligatorio',
  },
  device: 'Dispositivo',
  ofRule: (field, rule) => `${field} de la regla: ${rule}`,
  more: 'Mostrar más dispositivos',
  copy: (count) => `Copiar a ${devices(count)}`,
  copied: (changed, proposed) =>
    proposed === 0 ? `Copiado a ${devices(changed)}` : `Copiado a ${devices(changed)}; ${waiting(proposed)}`,
  history: 'Copias hechas',
  noHistory: 'Aún no se ha copiado nada de este dispositivo.',
  copyOf: (what, to) => `${what} a ${to}`,
  made: (by, at) => `${by}, ${at}`,
  undone: (by, at) => `Deshecha por ${by}, ${at}`,
  undo: 'Deshacer',
  undoTitle: '¿Deshacer esta copia?',
  undoBody: (count) =>
    `${devices(count)} ${plural(count, { one: 'recupera lo que tenía', other: 'recuperan lo que tenían' })} antes.`,
  undoDone: (changed, proposed) =>
    proposed === 0 ? `Deshecha en ${devices(changed)}` : `Deshecha en ${devices(changed)}; ${waiting(proposed)}`,
  back: 'Volver a la selección',
  self: 'Es el dispositivo del que se copia.',
  unknown: 'No hay un dispositivo así de este cliente que usted pueda editar.',
  notAnnounced: 'Aún no ha anunciado sus sensores.',
  sourceNotAnnounced: 'Este dispositivo aún no ha anunciado sus sensores.',
  otherType: (type) => `Es otro tipo de dispositivo: ${type}.`,
  missing: (sensor) => `Otra distribución: no tiene el sensor ${sensor}.`,
  additional: (sensor) => `Otra distribución: tiene además el sensor ${sensor}.`,
  different: (sensor) => `Otra distribución: su sensor ${sensor} tiene otro tipo, unidad o estados.`,
  typesFirst: (sensor) => `Su sensor ${sensor} tiene otro tipo, unidad o escala. Copie también los tipos de sensores.`,
  rulesToo: (sensor) =>
    `Su sensor ${sensor} recibe otra escala y tiene reglas de advertencia. Copie también las reglas de advertencia.`,
  onlyNodes: 'Solo ETH-NODE-1 y ETH-NODE-2 tienen tipos de sensores para copiar.',
  approvalOfScale:
    'Su escala cambia junto con reglas que requieren una segunda persona. Defina primero sus tipos de sensores.',
  badRule: (rule, problem) => `La regla “${rule}” no es compatible: ${problem}`,
  anotherDifference: 'Entretanto cambiaron los ajustes. Revise de nuevo la diferencia.',
  cannot: (titles) => `Estos dispositivos no pueden recibir los ajustes: ${titles}`,
  undoneAlready: 'Esta copia ya se deshizo.',
  changedSince: (titles) =>
    `Los ajustes copiados cambiaron desde entonces en ${titles}. Devuélvalos a mano, o consérvelos.`,
  gone: 'Se eliminó un dispositivo de esta copia, o usted no puede editarlo.',
};
