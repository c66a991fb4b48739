import type { texts as English } from '../../texts/film.ts';

export const texts: typeof English = {
  title: 'Máquina del tiempo',
  open: 'Máquina del tiempo',
  page: (schema) => `Máquina del tiempo: ${schema}`,
  toLive: 'Vista en vivo',
  past: (when) => `La planta como estaba: ${when}`,
  drawing: (when) => `Dibujo publicado ${when}`,
  later: (when) =>
    `En este momento aún no había un dibujo publicado: este es el actual, publicado ${when}. Puede que las máquinas estuvieran en otro lugar.`,
  none: 'No se ha publicado ningún dibujo de este sitio.',
  noTabs: 'Este dibujo no tiene pestañas.',
  failed: 'No se pudo cargar el historial. Intente de nuevo.',
  player: 'Película',
  date: 'Fecha',
  time: 'Hora',
  tenBack: '-10 min',
  tenOn: '+10 min',
  play: 'Reproducir',
  pause: 'Pausa',
  speed: 'Velocidad',
  speeds: (times) => `${times}x`,
  slider: 'Momento',
  notNormal: 'Anormal en ese momento',
  events: 'Qué ocurrió',
  event: (when, what) => `${when}: ${what}`,
  tabs: 'Pestañas del dibujo',
};
