import type { texts as English } from '../../texts/policy-tests.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  isRunning: 'Ya hay una prueba de esta política en curso.',
  isOver: 'Esta prueba ya terminó.',
  what: (policy) => `Prueba de la política de escalamiento “${policy}”`,
  everySite: 'Todos los sitios',
  noDevice: 'Ninguno: esto es una prueba',

  title: 'Pruebas en vivo',
  titleOf: (policy) => `Pruebas en vivo de “${policy}”`,
  about:
    'Los pasos se ejecutan como con una alarma, y cada mensaje está marcado como prueba. No se escribe nada en la bitácora.',
  never: 'Nunca probada',
  tested: 'Probada',
  due: 'Prueba pendiente',
  running: 'Prueba en curso',
  open: 'Pruebas',
  openOf: (policy) => `Pruebas de ${policy}`,
  start: 'Iniciar una prueba',
  starting: (people) => `¿Iniciar una prueba de esta política? ${people}`,
  notifies: (steps) =>
    steps === 1
      ? 'Su paso notifica a personas ahora.'
      : `Sus ${steps} pasos notifican a personas hasta que alguien reconozca.`,
  started: 'Prueba iniciada',
  cancelTest: 'Cancelar la prueba',
  cancelled: 'Prueba cancelada',
  failed: 'No se pudieron cargar las pruebas.',
  none: 'Aún no hay pruebas.',
  noRight: 'Los gerentes inician las pruebas.',
  states: {
    running: 'En curso',
    acknowledged: 'Reconocida',
    unanswered: 'Nadie ha reconocido',
    cancelled: 'Cancelada',
  },
  startedBy: (name) => `iniciada por ${name}`,
  acknowledgedBy: (name, after) => `por ${name} después de ${after}`,
  cancelledBy: (name) => `por ${name}`,
  policyRemoved: 'se eliminó la política',
  details: 'A quién se notificó',
  close: 'Cerrar',
  more: (count) =>
    plural(count, {
      one: 'No se muestra 1 prueba más antigua.',
      other: `No se muestran ${count} pruebas más antiguas.`,
    }),

  reminder: {
    subject: (count) =>
      count === 1 ? 'Una política de escalamiento debe probarse' : `${count} políticas de escalamiento deben probarse`,
    text: 'Una política que nadie ha probado en tres meses quizá no llegue a nadie. Una prueba toma minutos: notifica a las personas de la política, y cada mensaje indica que es una prueba.',
    never: 'nunca probada',
    last: (day) => `última prueba: ${day}`,
    button: 'Abrir De guardia',
    foot: 'Recibe este correo porque usted es gerente de estos sitios.',
  },
};
