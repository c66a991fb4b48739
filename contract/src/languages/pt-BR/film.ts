import type { texts as English } from '../../texts/film.ts';

export const texts: typeof English = {
  title: 'Máquina do tempo',
  open: 'Máquina do tempo',
  page: (schema) => `Máquina do tempo: ${schema}`,
  toLive: 'Ver ao vivo',
  past: (when) => `A planta como estava em ${when}`,
  drawing: (when) => `Desenho publicado em ${when}`,
  later: (when) =>
    `Nenhum desenho estava publicado neste momento: este é o de hoje, publicado em ${when}. As máquinas podiam estar em outro lugar.`,
  notNormal: 'Fora do normal então',
  none: 'Nenhum desenho deste local foi publicado.',
  noTabs: 'Este desenho não tem abas.',
  failed: 'Não foi possível carregar o histórico. Tente novamente.',
  player: 'Filme',
  date: 'Data',
  time: 'Hora',
  tenBack: '-10 min',
  tenOn: '+10 min',
  play: 'Reproduzir',
  pause: 'Pausar',
  speed: 'Velocidade',
  speeds: (times) => `${times}x`,
  slider: 'Momento',
  events: 'O que aconteceu',
  event: (when, what) => `${when}: ${what}`,
  tabs: 'Abas do desenho',
};
