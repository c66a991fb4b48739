import type { texts as English } from '../../texts/historical.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  banner: 'Esta es una instantánea histórica; los datos no son en vivo',
  back: 'Volver al modo en vivo',
  snapshotOf: 'Instantánea de',
  toGraph: (name) => `Gráfico de ${name} alrededor de este momento`,
  none: 'No hay nada guardado en este momento ni después.',
  failed: 'Ocurrió un error. Intente de nuevo.',
  notAllowed: 'Usted no tiene acceso a este dispositivo.',
  title: 'Búsqueda histórica',
  empty: 'La lista histórica está vacía.',
  records: 'Estados guardados desde entonces',
  hint: 'Todos los estados guardados desde la hora elegida. Elija uno para ver el tablero tal como estaba.',
  count: (n) => counted(n, { one: 'registro', other: 'registros' }),
  firstOf: (n) => `Primeros ${n.toLocaleString('es')} registros`,
  calendar: 'Alarmas y advertencias por día',
  weekdays: ['Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb', 'Dom'],
  month: (month) =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString('es', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  monthBefore: 'Mes anterior',
  monthAfter: 'Mes siguiente',
  dayCounts: (day, counts) =>
    counts === undefined
      ? day
      : [
          day,
          counts.alarm > 0 ? counted(counts.alarm, { one: 'alarma', other: 'alarmas' }) : '',
          counts.warning > 0 ? counted(counts.warning, { one: 'advertencia', other: 'advertencias' }) : '',
          counts.offline > 0 ? `sin conexión ${counted(counts.offline, { one: 'vez', other: 'veces' })}` : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
  day: 'Eventos del día',
  sameSecond: (ms) => `+${ms} ms`,
  dayCount: (n) => (n === 0 ? 'no ocurrió nada' : counted(n, { one: 'evento', other: 'eventos' })),
  quietDay: 'Ese día no hubo alarmas, advertencias ni tiempo sin conexión.',
  wholeDay: 'Todo el día',
  hoursOnly: 'Solo horas con eventos',
  alike: (n, until) => `${n} más iguales hasta ${until}`,
  moreOfDay: (n) => `${n.toLocaleString('es')} más: vea la bitácora.`,
  goTo: (time) => `Ir a ${time}`,
  lastAlarm: 'Última alarma',
  noEvents: 'No se pudieron cargar los eventos de este mes.',
  cutMonth: 'Solo se muestran los 1000 eventos más recientes de este mes.',
  player: 'Reproducción',
  slider: 'Momento',
  hourBack: 'Una hora atrás',
  hourOn: 'Una hora adelante',
  stepBack: 'Trama anterior',
  stepOn: 'Trama siguiente',
  play: 'Reproducir',
  pause: 'Pausa',
  speed: 'Velocidad',
  speeds: (n) => `${n}x`,
  newest: 'Este es el registro más reciente.',
};
