import type { texts as English } from '../../texts/historical.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  banner: 'Este é um instantâneo histórico, os dados não são ao vivo',
  back: 'Voltar ao vivo',
  snapshotOf: 'Instantâneo de',
  toGraph: (name) => `Gráfico de ${name} em torno deste momento`,
  none: 'Nada está armazenado neste momento ou depois.',
  failed: 'Ocorreu um erro. Tente novamente.',
  notAllowed: 'Você não tem acesso a este dispositivo.',
  title: 'Busca no histórico',
  empty: 'A lista do histórico está vazia.',
  records: 'Estados armazenados a partir daí',
  hint: 'Todos os estados armazenados a partir do momento escolhido. Escolha um para ver o painel como estava.',
  count: (n) => counted(n, { one: 'registro', other: 'registros' }),
  firstOf: (n) => `Primeiros ${n.toLocaleString('pt-BR')} registros`,
  calendar: 'Alarmes e advertências por dia',
  weekdays: ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom'],
  month: (month) =>
    new Date(`${month}-15T12:00:00Z`).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  monthBefore: 'Mês anterior',
  monthAfter: 'Próximo mês',
  dayCounts: (day, counts) =>
    counts === undefined
      ? day
      : [
          day,
          counts.alarm > 0 ? counted(counts.alarm, { one: 'alarme', other: 'alarmes' }) : '',
          counts.warning > 0 ? counted(counts.warning, { one: 'advertência', other: 'advertências' }) : '',
          counts.offline > 0 ? `offline ${counted(counts.offline, { one: 'vez', other: 'vezes' })}` : '',
        ]
          .filter((text) => text !== '')
          .join(', '),
  day: 'Eventos do dia',
  sameSecond: (ms) => `+${ms} ms`,
  dayCount: (n) => (n === 0 ? 'nada aconteceu' : counted(n, { one: 'evento', other: 'eventos' })),
  quietDay: 'Nenhum alarme, nenhuma advertência e nenhum tempo offline neste dia.',
  wholeDay: 'Dia inteiro',
  hoursOnly: 'Só horas com eventos',
  alike: (n, until) => `Mais ${n} iguais até ${until}`,
  moreOfDay: (n) => `Mais ${n.toLocaleString('pt-BR')}: veja o log.`,
  goTo: (time) => `Ir para ${time}`,
  lastAlarm: 'Último alarme',
  noEvents: 'Não foi possível carregar os eventos deste mês.',
  cutMonth: 'Só os 1.000 eventos mais recentes deste mês são mostrados.',
  player: 'Reprodução',
  slider: 'Momento',
  hourBack: 'Uma hora para trás',
  hourOn: 'Uma hora para a frente',
  stepBack: 'Pacote anterior',
  stepOn: 'Próximo pacote',
  play: 'Reproduzir',
  pause: 'Pausar',
  speed: 'Velocidade',
  speeds: (n) => `${n}x`,
  newest: 'Este é o registro mais recente.',
};
