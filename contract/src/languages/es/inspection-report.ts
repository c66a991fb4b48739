import type { texts as English } from '../../texts/inspection-report.ts';

export const texts: typeof English = {
  documentTitle: (site) => `Inspección, ${site}`,
  title: 'Informe de inspección',
  period: (from, to, zone) => `De ${from} a ${to}. Las horas son de ${zone}.`,
  made: (time, by) => `Generado ${time} por ${by}.`,
  chainHolds: (records) =>
    `La cadena de los ${records} registros de prueba está intacta: ninguno se cambió ni se quitó.`,
  chainBroken: (places) => `LA CADENA DE REGISTROS DE PRUEBA ESTÁ ROTA: ${places}. Se cambiaron o quitaron registros.`,
  chainPlace: (device, record) => `${device}, registro ${record}`,
  section: (title, count) => `${title} (${count})`,
  cut: (printed, all) => `Se imprimen los primeros ${printed}; el CSV contiene los ${all}.`,
  none: 'Ninguno en este período.',
  devices: {
    title: 'Dispositivos',
    none: 'El sitio no tenía dispositivos en este período.',
    columns: {
      device: 'Dispositivo',
      serialNumber: 'Número de serie',
      unmonitored: 'Sin monitoreo por completo',
      share: 'Del tiempo',
    },
  },
  unmonitored: {
    title: 'Tiempos sin monitoreo',
    columns: {
      from: 'Desde',
      to: 'Hasta',
      length: 'Duración',
      device: 'Dispositivo',
      sensor: 'Sensor',
      reason: 'Motivo',
      detail: 'Detalle',
    },
    goesOn: (to) => `${to}, continúa`,
    allDevices: 'Todos los dispositivos',
  },
  tests: {
    title: 'Pruebas periódicas',
    none: 'No se probó ningún sensor en este período.',
    columns: {
      started: 'Inicio',
      ended: 'Fin',
      device: 'Dispositivo',
      serialNumber: 'Número de serie',
      sensor: 'Sensor',
      outcome: 'Resultado',
      by: 'Por',
      comment: 'Comentario',
    },
    outcomes: { passed: 'Aprobada', failed: 'Fallida', canceled: 'Cancelada', running: 'En curso' },
  },
  events: {
    title: 'Alarmas y advertencias',
    columns: {
      on: 'Inicio',
      off: 'Fin',
      length: 'Duración',
      device: 'Dispositivo',
      sensor: 'Sensor',
      kind: 'Tipo',
      content: 'Contenido',
      acknowledged: 'Reconocida',
      comment: 'Comentario',
    },
    isActive: 'activa',
    noEnd: 'fin desconocido',
    kind: (isAlarm, isTest, isLate) =>
      `${isAlarm ? 'Alarma' : 'Advertencia'}${isTest ? ', prueba' : ''}${isLate ? ', con retraso' : ''}`,
  },
  changes: {
    title: 'Cambios de reglas, ajustes y nombres de sensores',
    columns: { time: 'Hora', by: 'Por', what: 'Qué', before: 'Antes', after: 'Después' },
  },
};
