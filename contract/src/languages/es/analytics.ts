import type { texts as English } from '../../texts/analytics.ts';
import { counted, plural } from './words.ts';

export const texts: typeof English = {
  title: 'Análisis',
  sites: 'Sitios',
  devices: 'Dispositivos',
  pickDevice: 'Primero seleccione un dispositivo.',
  selectDate: 'Seleccione una fecha.',
  noData: 'No hay datos.',
  failed: 'Ocurrió un error. Intente de nuevo.',
  notAllowed: 'No tiene permiso para ver el análisis de este dispositivo.',
  notThisType: 'Los tres informes son para dispositivos F500, WDC4 y F500 UDF.',
  from: 'Desde',
  to: 'Hasta',
  filter: 'Filtro',
  tools: 'Días y filtro',
  filters: {
    is_out_of_service: {
      label: 'Fuera de servicio',
      true: 'Solo fuera de servicio',
      false: 'En servicio',
    },
    is_shelved: { label: 'Aplazada', true: 'Solo aplazadas', false: 'No aplazadas' },
    is_acknowledged: {
      label: 'Reconocida',
      true: 'Solo reconocidas',
      false: 'Sin reconocer',
    },
  },
  toLog: 'Estos eventos en la bitácora',
  toGraph: (sensor) => `Gráfico de ${sensor}`,
  totalBefore: (count, days, from, to) =>
    `${count} en ${plural(days, { one: 'el día anterior', other: `los ${days} días anteriores` })} (${from} a ${to})`,
  generate: 'Generar informe',
  csv: 'CSV',
  tabs: {
    month: 'El mes',
    sensor: 'Resumen por sensor',
    time: 'Alarmas por hora del día',
    type: 'Tipos de alarma',
    bad: 'Malos actores',
  },
  underspeed: 'Alarma de baja velocidad',
  contact: 'Cambio de contacto',
  columns: {
    means: 'Qué significa',
    sensor: 'Sensor',
    count: 'Alarmas y advertencias',
    share: 'Proporción',
    priority: 'Prioridad',
    hour: 'Hora',
    type: 'Tipo',
    device: 'Dispositivo',
    id: 'Id',
    from: 'Desde',
    lasted: 'Duración',
    peak: 'Máximo en 10 min',
    content: 'Contenido',
    since: 'Desde',
    sensors: 'Sensores',
    first: 'Comenzó con',
    changed: 'Cambio de reglas',
    over: 'Contado',
    before: 'Antes',
    after: 'Después',
    perWindow: 'Alarmas en 10 min',
    windows: 'Veces',
    shift: 'Turno',
    unacknowledged: 'Sin reconocer',
    median: 'La mitad en',
    slow: 'Nueve de diez en',
  },
  total: (count) => `${counted(count, { one: 'alarma', other: 'alarmas' })} y advertencias, sin contar pruebas`,
  hour: (name) => `${name}:00`,
  zone: (zone) => `Días y horas de ${zone}`,
  more: (count) => `El diagrama muestra las primeras ${count}; la tabla, todas.`,
  month: {
    against: (days) => `frente al ${days}`,
    earlier: 'Mes anterior',
    later: 'Mes siguiente',
    flood: (day, count, span) => `${day}: avalancha, ${count} en ${span}`,
    figures: {
      alarms: 'Alarmas',
      minutes: 'Minutos en alarma',
      floods: 'Avalanchas',
      answer: 'Tiempo hasta el acuse',
      warnings: 'Advertencias',
    },
    same: 'como antes',
    more: (n, before) => `${n} más que ${before} antes`,
    fewer: (n, before) => `${n} menos que ${before} antes`,
    before: (n) => `antes ${n}`,
    days: 'Alarmas y advertencias por día',
    means: {
      none: 'ninguna en estos días',
      each: (span) => `${span} por alarma`,
      noFlood: 'nunca 10 en diez minutos',
      flood: 'más de lo que una persona puede atender',
      goal: (within, of, others) => {
        const some = within === 0 ? 'ninguna' : `solo ${within}`;
        const text =
          within === of
            ? `las ${of} dentro de su plazo de respuesta`
            : `${some} de ${of} dentro de su plazo de respuesta`;
        return others > 0 ? `${text}; ${others} más no tenían plazo o aún lo tienen` : text;
      },
      noGoal: 'ninguna alarma con plazo de respuesta está aún reconocida o vencida',
      most: (count, sensor) => `${count} de ${sensor}`,
    },
    noneBefore: 'ninguna alarma ni advertencia registrada en los días anteriores',
    legend: { now: 'ahora', before: 'antes' },
    shifts: 'Tiempo hasta el acuse por turno, la mitad en',
    target: (span) => `tiempo de respuesta: ${span}`,
    made: (some, part, all) =>
      `${counted(some, { one: 'sensor causó', other: 'sensores causaron' })} ${part} de ${all} advertencias`,
    advice: 'Mejores ajustes, probados con los últimos 30 días:',
    nobody: 'nadie acusó recibo',
    asked: (asked, others) => `${asked} requerían acuse de recibo; ${others} ${others === 1 ? 'otro' : 'otros'} no.`,
  },
  bad: {
    scope: 'Alcance',
    device: 'Este dispositivo',
    site: 'Todo el sitio',
    rate: (total, days) => `${total} alarmas y advertencias en ${counted(days, { one: 'día', other: 'días' })}`,
    perDay: (count, isTooMany) =>
      `${count} por día, ${isTooMany ? 'más de las' : 'no más de las'} que una persona puede atender`,
    stands: 'sigue activa',
    none: 'Ninguna en este período:',
    counting: 'Todavía se están leyendo lecturas anteriores: estos números pueden crecer.',
    hours: (hours) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`),
    priority: {
      title: 'Por prioridad',
      about: 'Qué tan urgentes fueron las alarmas y advertencias, según la prioridad guardada al comenzar.',
      todo: 'EEMUA 191 sugiere cerca de 5 % alta, 15 % media y 80 % baja. Donde la mayoría de las alarmas es urgente, ninguna lo es: dé a reglas y sensores una prioridad según su consecuencia.',
    },
    shelved: (count) => `${count} de ellas estaban aplazadas.`,
    outOfService: (count) => `${count} comenzaron estando fuera de servicio.`,
    rates: {
      title: 'Alarmas en diez minutos',
      about: 'Cuántas alarmas y advertencias comenzaron en cada diez minutos del período mostrado.',
      todo: 'Una persona puede atender una alarma en diez minutos, dos por un rato, y ninguna de una avalancha (EEMUA 191). ISA-18.2 pide menos del 1 % del tiempo en avalanchas.',
      steps: (least, most) => {
        if (most === null) return `${least} o más (avalancha)`;
        return least === most ? String(least) : `${least} a ${most}`;
      },
    },
    answers: {
      title: 'Tiempo hasta reconocer',
      about: 'Según el turno en que comenzó la alarma, para las que deben reconocerse.',
      todo: 'Si un turno tarda mucho más, pregunte qué impide a su gente ver las alarmas: demasiadas, sin pantalla, nadie presente.',
      shift: (from, to) => `${from} a ${to}`,
    },
    verdict: {
      few: (count) => `Solo ${count} en este período: muy pocas para decir qué falla`,
      stands: (time) => `Activa desde hace ${time}: repárelo o póngalo fuera de servicio`,
      chatters: (peak) => `Vibra, hasta ${peak} en 10 min: revise contacto, cable y montaje`,
      warnings: (count) =>
        `${counted(count, { one: 'advertencia', other: 'advertencias' })} de una regla: revise su límite y retardo`,
      alarms: 'Alarmas del controlador: busque primero la causa en la máquina',
      both: (alarms, warnings) =>
        `${counted(alarms, { one: 'alarma', other: 'alarmas' })} del controlador y ${counted(warnings, { one: 'advertencia', other: 'advertencias' })}: busque primero la causa en la máquina`,
    },
    next: { cause: 'Ver su gráfico', limit: 'Probar un límite en su gráfico' },
    frequent: {
      title: 'Más frecuentes',
      nobodyStandsOut: (most) => `Ninguno destaca: ningún sensor tiene más de ${most}.`,
      ones: (names) => `Una vez cada uno: ${names}`,
      about: (sensors, share) =>
        `${sensors === 1 ? 'El primer sensor causó' : `Los primeros ${sensors} sensores causaron`} el ${share} % de todas las alarmas y advertencias: empiece ahí.`,
    },
    advice: {
      title: 'Ajustes que habrían ayudado',
      about:
        'Para las advertencias de arriba: la banda muerta y el retardo que silencian más sin perder ninguna importante, probados con los últimos 30 días.',
      todo: 'Revise primero la máquina. Un ajuste que oculta un contacto flojo también oculta la próxima falla.',
      waiting: 'En espera',
      trying: (percent) => `Probando con el historial: ${percent} %`,
      none: 'Ninguna banda muerta ni retardo reduce a la mitad las advertencias sin perder una importante.',
      tooLively: 'Demasiados cambios en este período para sugerir un ajuste.',
      fewer: 'pocas advertencias, no se necesita otro ajuste.',
      gone: 'Entretanto se cambió la regla.',
      again: 'Intentar de nuevo',
      look: 'Revisar el mejor ajuste',
      warnings: (n) => counted(n, { one: 'advertencia', other: 'advertencias' }),
      tried: 'Probado',
      inDays: (text, days) => `En los últimos ${days}: ${text}`,
      applied: 'Aplicado',
      dialog: '¿Cambiar esta regla?',
      setting: 'Ajuste',
      now: 'Ahora',
      after: 'Después',
      deadband: 'Banda muerta',
      delay: 'Al menos durante',
      apply: 'Aplicar',
    },
    changes: {
      title: 'Antes y después de un cambio',
      about:
        'Alarmas de un sensor en períodos iguales antes y después de cambiar sus reglas de advertencia, hasta 7 días.',
      todo: 'Donde un cambio ayudó, cópielo a máquinas iguales. Donde no, reviértalo.',
      over: (hours) => {
        if (hours < 1) return 'menos de 1 h cada uno';
        return hours < 48 ? `${hours} h cada uno` : `${Math.round(hours / 24)} días cada uno`;
      },
    },
    flood: (share) => `${share} % del tiempo en avalanchas.`,
    chattering: {
      title: 'Intermitentes',
      about: 'Más de 5 alarmas de un sensor en 10 minutos.',
      todo: 'Revise el contacto, el cable y el montaje del sensor. Dé un retardo a la advertencia, o un límite más alejado del valor habitual. La gente deja de creer en una alarma intermitente.',
    },
    standing: {
      title: 'Permanentes',
      about: 'En alarma o advertencia por más de 24 horas.',
      todo: 'Repare lo que la alarma indica, o deshabilite el sensor si la máquina está fuera de servicio y registre quién lo decidió. Una alarma siempre activa oculta la siguiente.',
    },
    floods: {
      title: 'Avalanchas',
      about: '10 o más alarmas en 10 minutos.',
      todo: 'Busque la única causa detrás de la avalancha: una alimentación perdida, un sensor de ambiente, una máquina detenida. Acuerden qué alarma la comunica y quiten las que solo la repiten.',
    },
  },
};
