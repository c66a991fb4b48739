import type { texts as English } from '../../texts/bearing-weeks.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Semanas dos mancais',
  back: 'Painel',
  upTo: (when) => `Cinco semanas até ${when}`,
  overAmbient: (ambient) => `Temperatura acima do ambiente (${ambient}), só com a máquina em marcha`,
  noAmbient:
    'Este dispositivo não tem sensor com “ambient” no nome: é mostrada a própria temperatura, então o clima também conta',
  running: (sensor) =>
    `A máquina conta como em marcha quando ${sensor} passa da metade do seu maior valor, a partir de meia hora após a partida.`,
  notKnown: 'Nenhum sensor indica quando a máquina está em marcha, então todas as horas contam.',
  none: 'Este dispositivo não tem mancais.',
  noneAbout:
    'Um mancal é um sensor de temperatura com “bearing” no nome. Os nomes podem ser alterados em Configuração.',
  cut: (shown, all) => `São mostrados os primeiros ${shown} de ${all} mancais.`,
  bearings: 'Mancais',
  thisWeek: 'Esta semana',
  notRun: 'ficou parada',
  figure: (value, error) => `${value} ± ${error}`,
  noChange: 'Nada para comparar nas quatro semanas anteriores',
  sister: (figure, name) => `${figure} em relação a ${name}`,
  trend: (figure) => `${figure} por semana ao longo das cinco semanas`,
  limit: (value) => `Regra de advertência acima de ${value}`,
  noLimit: 'Nenhuma regra de advertência com limite superior',
  reached: 'A linha está no limite agora',
  toLimit: (days, span) =>
    `Cerca de ${counted(days, { one: 'dia', other: 'dias' })} até o limite (${span}) se continuar em linha reta`,
  span: (earliest, latest) => `${earliest} a ${latest} dias`,
  openSpan: (earliest) => `${counted(earliest, { one: 'dia', other: 'dias' })} ou mais`,
  week: (from, to) => `${from} a ${to}`,
  verdicts: { hotter: 'Mais quente que antes', cooler: 'Mais frio que antes', steady: 'Sem mudança clara' },
  hotter: (count, all) =>
    count === 0
      ? 'Nenhum mancal está claramente mais quente do que nas semanas anteriores.'
      : `${count} de ${all} mancais mais quentes do que nas semanas anteriores`,
  next: { hotter: 'Verificar o mancal, abrir seu gráfico', other: 'Abrir seu gráfico' },
  task: 'Criar uma tarefa',
  todo: (bearing, change) => `Verificar ${bearing}: ${change} em relação às semanas anteriores`,
  weeksOf: (bearing) => `${bearing} por semana`,
  reading: (week, figure, hours) => `${week}: ${figure}, em operação ${hours} h`,
  level: (figure) => `Semanas anteriores: ${figure} em média`,
};
