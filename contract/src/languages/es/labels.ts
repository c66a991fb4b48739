import type { texts as English } from '../../texts/labels.ts';

export const texts: typeof English = {
  print: 'Etiquetas QR',
  title: 'Etiquetas QR',
  about: 'El código contiene una dirección y ningún secreto. Quien lo escanea inicia sesión primero.',
  what: 'Dispositivos y máquinas',
  all: 'Todos',
  kinds: { device: 'dispositivo', machine: 'máquina' },
  format: 'Hoja o etiqueta',
  make: 'Crear el PDF',
  notScanned: (n) =>
    n === 1 ? '1 no se ha escaneado desde que se imprimió' : `${n} no se han escaneado desde que se imprimieron`,
  scanned: (when, who) => `escaneada ${when}, ${who}`,
  notYet: 'aún sin escanear',
  neverPrinted: 'nunca impresa',
  example: 'Así se imprimirá, cada una con su propio código.',
  opens: 'Valores en vivo, recorrido, prueba, fuera de servicio',
  danger: '¿Peligro? Pulse el botón de parada.',
  page: {
    place: (site) => `${site}, por etiqueta`,
    gone: 'Esta etiqueta no abre nada. Aquello para lo que se imprimió se eliminó, o usted no tiene acceso.',
    noValues: 'Aún no se ha enviado nada.',
    offline: 'El dispositivo está desconectado.',
    asOf: (when) => `A las ${when}`,
    allOk: (n) => `Los ${n} sensores OK`,
    others: (n) => `${n} valores más`,
    test: 'Prueba',
    note: 'Nota',
    notePlaceholder: 'Lo que la siguiente persona debe saber',
    addNote: 'Añadir nota',
    noteAdded: 'Nota añadida.',
    needsServer:
      'Los recorridos diarios, las notas y el cierre de tareas funcionan sin red. Las pruebas, poner fuera de servicio, reconocer y aplazar necesitan el servidor.',
  },
};
