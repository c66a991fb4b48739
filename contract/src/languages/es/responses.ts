import type { texts as English } from '../../texts/responses.ts';
import { counted } from './words.ts';

const minutes = (count: number): string => counted(count, { one: 'minuto', other: 'minutos' });

export const texts: typeof English = {
  title: (device) => `${device} - Editar prioridades y respuestas`,
  hint: 'Lo que se lee cuando este sensor da una alarma. Una regla de advertencia puede tener su propio texto en Más.',
  more: 'Más: prioridad y respuesta',
  priority: 'Prioridad',
  usualPriority: 'Habitual',
  ofSensor: (word) => `Como su sensor: ${word}`,
  likelyCause: 'Causa probable',
  consequence: 'Consecuencia',
  whatToDo: 'Qué hacer',
  respondWithin: 'Plazo de respuesta (min)',
  respondWithinText: (count) => `Plazo de respuesta: ${minutes(count)}`,
  inherit: 'Como su sensor',
  wrongMinutes: 'Ingrese un número entero de minutos de 1 a 10080.',
  empty: 'Aún no hay sensores.',
  gone: 'ya no está en la lista del dispositivo',
  set: 'Prioridad y respuesta',
  alsoFor: (count) => `Usar para ${counted(count, { one: 'sensor', other: 'sensores' })} sin texto`,
  alsoForAbout: 'Los que se muestran aquí; la búsqueda los acota. Nada cambia hasta que guarde.',
  exportCsv: 'Exportar CSV del sitio',
  importCsv: 'Importar CSV del sitio',
  imported: (count) =>
    count === 0
      ? 'Nada en el archivo es diferente.'
      : counted(count, { one: 'entrada cambiada', other: 'entradas cambiadas' }),
  button: 'Qué hacer',
  none: 'Nadie ha anotado cómo responder a esta alarma.',
  loading: 'Cargando',
  failed: 'No se pudo cargar el texto de respuesta.',
  writeOne: 'Escribirlo',
  details: 'Detalles',
  detailsOf: (what) => `Cómo responder: ${what}`,
  register: 'Lista maestra de alarmas',
};
