import type { texts as English } from '../../texts/proof-test-pdfs.ts';

export const texts: typeof English = {
  ledger: {
    documentTitle: (site) => `Pruebas periódicas, ${site}`,
    title: 'Libro de pruebas periódicas',
    states: { never: 'Nunca probado', overdue: 'Vencida', ok: 'OK' },
    outOfService: 'fuera de servicio',
    suspectedDead: 'posiblemente muerto',
    columns: {
      sensor: 'Sensor',
      group: 'Grupo',
      state: 'Estado',
      lastPassed: 'Última aprobada',
      age: 'Antigüedad, días',
      due: 'Vence',
      by: 'Por',
      comment: 'Comentario',
    },
    made: (time, zone, days) =>
      `Generado ${time}, ${zone}. La prueba de un sensor está vencida cuando la última aprobada tiene más de ${days} días.`,
    coverage: (percent, ok, all, overdue) =>
      `Cobertura ${percent} %: ${ok} de ${all} sensores aprobaron una prueba a tiempo, ` +
      `${overdue} tienen la prueba vencida, ${all - ok - overdue} nunca se probaron.`,
    device: (title, serialNumber, percent) => `${title}, número de serie ${serialNumber}: ${percent} %`,
  },
  codes: {
    documentTitle: (device) => `Códigos de prueba, ${device}`,
    title: (device, serialNumber) => `${device}, número de serie ${serialNumber}: pruebas de mantenimiento`,
    scan: (site) => `${site}. Escanee para abrir.`,
  },
  noSensors: 'Este dispositivo aún no ha informado sus sensores.',
};
