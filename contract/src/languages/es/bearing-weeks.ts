import type { texts as English } from '../../texts/bearing-weeks.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Semanas de rodamientos',
  back: 'Tablero',
  upTo: (when) => `Cinco semanas hasta ${when}`,
  overAmbient: (ambient) => `Temperatura sobre la del ambiente (${ambient}), solo mientras la máquina está en marcha`,
  noAmbient:
    'Este dispositivo no tiene un sensor con “ambient” en su nombre: se muestra la temperatura misma, así que también cuenta el clima',
  running: (sensor) =>
    `La máquina cuenta como en marcha mientras ${sensor} supera la mitad de su valor más alto, desde media hora después del arranque.`,
  notKnown: 'Ningún sensor indica cuándo está en marcha la máquina, así que cuentan todas las horas.',
  none: 'Este dispositivo no tiene rodamientos.',
  noneAbout: 'Un rodamiento es un sensor de temperatura con “bearing” en su nombre. Los nombres se cambian en Ajustes.',
  cut: (shown, all) => `Se muestran los primeros ${shown} de ${all} rodamientos.`,
  bearings: 'Rodamientos',
  thisWeek: 'Esta semana',
  notRun: 'sin marcha',
  figure: (value, error) => `${value} ± ${error}`,
  noChange: 'No hay con qué comparar en las cuatro semanas anteriores',
  sister: (figure, name) => `${figure} frente a ${name}`,
  trend: (figure) => `${figure} por semana en las cinco semanas`,
  limit: (value) => `Regla de advertencia por encima de ${value}`,
  noLimit: 'Ninguna regla de advertencia con un límite superior',
  reached: 'La línea está ahora en el límite',
  toLimit: (days, span) =>
    `Cerca de ${counted(days, { one: 'día', other: 'días' })} hasta el límite (${span}) si sigue en línea recta`,
  span: (earliest, latest) => `${earliest} a ${latest} días`,
  openSpan: (earliest) => `${earliest} días o más`,
  week: (from, to) => `${from} a ${to}`,
  verdicts: { hotter: 'Más caliente que antes', cooler: 'Más frío que antes', steady: 'Sin cambio claro' },
  hotter: (count, all) =>
    count === 0
      ? 'Ningún rodamiento está claramente más caliente que en sus semanas anteriores.'
      : `${count} de ${all} rodamientos más calientes que en las semanas anteriores`,
  next: { hotter: 'Revisar el rodamiento, abrir su gráfico', other: 'Abrir su gráfico' },
  task: 'Crear una tarea',
  todo: (bearing, change) => `Revisar ${bearing}: ${change} respecto a las semanas anteriores`,
  weeksOf: (bearing) => `${bearing} por semanas`,
  reading: (week, figure, hours) => `${week}: ${figure}, en marcha ${hours} h`,
  level: (figure) => `Semanas anteriores: ${figure} de media`,
};
