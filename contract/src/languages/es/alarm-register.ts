import type { texts as English } from '../../texts/alarm-register.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Lista maestra de alarmas',
  documentTitle: (site) => `Lista maestra de alarmas, ${site}`,
  made: (time, zone) => `Generada ${time}, ${zone}.`,
  approvedBy: (who, at) => `Aprobada por ${who}, ${at}`,
  notApproved: 'Aún sin aprobar',
  differences: (count) =>
    count === 0
      ? 'Nada ha cambiado desde la aprobación.'
      : `${counted(count, { one: 'diferencia', other: 'diferencias' })} desde la aprobación`,
  kinds: { added: 'Agregado', removed: 'Eliminado', changed: 'Cambiado' },
  change: (field, old, fresh) => `${field}: “${old}” ahora es “${fresh}”`,
  fields: {
    device: 'dispositivo',
    sensor: 'sensor',
    rule: 'regla',
    priority: 'prioridad',
    likely_cause: 'causa probable',
    consequence: 'consecuencia',
    what_to_do: 'qué hacer',
    respond_within_minutes: 'plazo de respuesta (min)',
  },
  columns: {
    limit: 'Límite y retardo',
    alarm: 'Alarma',
    priority: 'Prioridad',
    within: 'Plazo',
    todo: 'Qué hacer',
    cause: 'Causa probable',
    consequence: 'Consecuencia',
    device: 'Dispositivo',
  },
  ofRule: (sensor, rule) => `${sensor}: ${rule}`,
  ownAlarm: 'Límite fijado en el dispositivo',
  usual: 'Habitual',
  unset: '(por defecto)',
  unused: 'No hay nada conectado.',
  writeOne: (count) => `Un texto para ${count}`,
  minutes: (count) => `${count} min`,
  below: 'Vea debajo de la tabla.',
  csv: 'CSV',
  pdf: 'PDF',
  approve: 'Aprobar esta lista',
  approveAbout: (count) =>
    `Usted confirma ${counted(count, { one: 'entrada', other: 'entradas' })} con prioridad y respuesta tal como se muestran.`,
  comment: 'Comentario',
  approved: 'La lista está aprobada',
  changed: 'La lista cambió desde que usted la abrió. Léala de nuevo antes de aprobarla.',
  empty: 'Los dispositivos de este sitio aún no han informado sus sensores.',
  missing: (count, all) =>
    count === 0
      ? 'Cada alarma tiene instrucciones.'
      : `${count} de ${counted(all, { one: 'alarma', other: 'alarmas' })} sin instrucciones`,
  shown: 'Alarmas mostradas',
  all: (count) => `Todas ${count ?? '–'}`,
  onlyMissing: (count) => `Sin instrucciones ${count ?? '–'}`,
  search: 'Buscar alarmas y textos',
  nothingFound: 'Ninguna alarma coincide.',
  noResponse: 'Sin instrucciones',
  moreMissing: (count) => `${count} más sin instrucciones`,
  write: 'Escribir',
  writeFor: (sensor) => `Escribir las instrucciones de ${sensor}`,
};
