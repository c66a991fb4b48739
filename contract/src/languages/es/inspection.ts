import type { texts as English } from '../../texts/inspection.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toLedger: 'Pruebas periódicas',
  title: (site) => `Informe de inspección de ${site}`,
  about: 'Todo lo que pide un inspector, de un sitio y un período, en un archivo.',
  from: 'Desde',
  to: 'Hasta',
  zip: 'Descargar ZIP',
  pdf: 'Informe en PDF',
  tests: 'Pruebas periódicas',
  testsText: (passed, failed, canceled) =>
    `${counted(passed, { one: 'aprobada', other: 'aprobadas' })}, ${counted(failed, { one: 'fallida', other: 'fallidas' })}, ${counted(canceled, { one: 'cancelada', other: 'canceladas' })}`,
  alarms: 'Alarmas y advertencias',
  changes: 'Cambios de reglas, ajustes y nombres',
  chain: 'Cadena de registros de prueba',
  chainOk: (records) => `Intacta: ${records} registros sin cambios`,
  chainBroken: (where) => `ROTA: se cambiaron o eliminaron registros (${where})`,
  chainPlace: (device, record) => (record === 'the end' ? `${device}, al final` : `${device}, registro ${record}`),
  unwatched: 'Períodos sin monitoreo',
  none: 'Ninguno en este período.',
  goesOn: 'en curso',
  allDevices: 'Todos los dispositivos',
  columns: {
    from: 'Desde',
    length: 'Duración',
    device: 'Dispositivo',
    sensor: 'Sensor',
    reason: 'Motivo',
    detail: 'Detalle',
    serial: 'Número de serie',
    unwatched: 'Dispositivo completo sin monitoreo',
    share: 'Proporción del período',
  },
  devices: 'Dispositivos',
  badRange: 'Primero seleccione una fecha.',
  reading: 'Leyendo el historial de este período. Un período largo tarda un poco.',
};
