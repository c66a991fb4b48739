import type { texts as English } from '../../texts/offline.ts';

const entries = (n: number): string => (n === 1 ? '1 entrada' : `${n} entradas`);

export const texts: typeof English = {
  title: 'Pendiente de envío',
  about:
    'Se guarda en este navegador, cifrado, solo para usted. Cada entrada se envía una vez, con su sesión iniciada.',
  bar: (n) => `${entries(n)} sin enviar.`,
  show: 'Mostrar',
  kinds: { round: 'Recorrido diario', note: 'Nota', task: 'Cerrar tarea' },
  written: (when) => `escrito ${when}`,
  states: { waiting: 'espera la red', old: 'de más de 7 días: solo puede ser una nota' },
  retry: 'Enviar ahora',
  remove: 'Eliminar',
  removeAsk: '¿Eliminar esta entrada?',
  removeAbout: 'No se envió. No queda nada de ella.',
  asNote: 'Enviar como nota',
  noteText: (what, when, text) => `${what}, escrito sin red ${when}${text === '' ? '' : `: ${text}`}`,
  others: (n) => `${entries(n)} de otra persona en este navegador.`,
  locked: (n) => `${entries(n)} suyas, visibles de nuevo cuando se alcance el servidor.`,
  kept: 'Sin red. Se guarda en este navegador y se envía después.',
  full: (most) => `No se guardó: ya esperan ${most} entradas. Conéctese primero para enviarlas.`,
  cannotKeep: 'Sin red, y este navegador no puede guardar entradas. No se guardó nada.',
  withoutNetwork: (device, received) => `escrito sin red (reloj del dispositivo ${device}), recibido ${received}`,
  signOutAsk: (n) => `¿Cerrar sesión con ${entries(n)} sin enviar?`,
  signOutAbout: 'Quedan cifradas en este navegador y se envían cuando vuelva a iniciar sesión aquí.',
  refused: {
    format:
      'Lo escribió una versión anterior de esta página, que el servidor ya no lee. Escríbalo de nuevo o elimínelo.',
    old: 'Tiene más de 7 días y ya no puede registrarse como recorrido. Puede enviarse como nota.',
    roundDone: (machine, by, when) => `${by} ya hizo el recorrido de ${machine} ese día, ${when}.`,
    taskClosed: (what, by) => `«${what}» ya la cerró ${by}.`,
  },
};
