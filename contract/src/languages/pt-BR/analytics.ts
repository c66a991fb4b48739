import type { texts as English } from '../../texts/analytics.ts';
import { counted, plural } from './words.ts';

export const texts: typeof English = {
  title: 'Análises',
  sites: 'Locais',
  devices: 'Dispositivos',
  pickDevice: 'Selecione um dispositivo antes.',
  selectDate: 'Selecione a data.',
  noData: 'Não há dados.',
  failed: 'Ocorreu um erro. Tente novamente.',
  notAllowed: 'Você não tem permissão para ver as análises deste dispositivo.',
  notThisType: 'Os três relatórios são para dispositivos F500, WDC4 e F500 UDF.',
  from: 'De',
  to: 'Até',
  filter: 'Filtro',
  tools: 'Dias e filtro',
  filters: {
    is_out_of_service: {
      label: 'Fora de serviço',
      true: 'Só fora de serviço',
      false: 'Em serviço',
    },
    is_shelved: { label: 'Adiados', true: 'Só adiados', false: 'Não adiados' },
    is_acknowledged: {
      label: 'Reconhecidos',
      true: 'Só reconhecidos',
      false: 'Não reconhecidos',
    },
  },
  toLog: 'Estes eventos no log',
  toGraph: (sensor) => `Gráfico de ${sensor}`,
  totalBefore: (count, days, from, to) =>
    `${count} em ${counted(days, { one: 'dia', other: 'dias' })} antes (${from} a ${to})`,
  generate: 'Gerar relatório',
  csv: 'CSV',
  tabs: {
    month: 'O mês',
    sensor: 'Alarmes por sensor',
    time: 'Alarmes por hora do dia',
    type: 'Tipos de alarme',
    bad: 'Piores ofensores',
  },
  underspeed: 'Alarme de subvelocidade',
  contact: 'Contato mudou',
  columns: {
    means: 'O que significa',
    sensor: 'Sensor',
    count: 'Alarmes e advertências',
    share: 'Parcela',
    priority: 'Prioridade',
    hour: 'Hora',
    type: 'Tipo',
    device: 'Dispositivo',
    id: 'Id',
    from: 'De',
    lasted: 'Duração',
    peak: 'Máx. em 10 min',
    content: 'Conteúdo',
    since: 'Desde',
    sensors: 'Sensores',
    first: 'Começou com',
    changed: 'Regras alteradas',
    over: 'Período',
    before: 'Antes',
    after: 'Depois',
    perWindow: 'Alarmes em 10 min',
    windows: 'Vezes',
    shift: 'Turno',
    unacknowledged: 'Não reconhecidos',
    median: 'Metade em até',
    slow: 'Nove de dez em até',
  },
  total: (count) =>
    `${counted(count, { one: 'alarme ou advertência', other: 'alarmes e advertências' })}, sem os testes`,
  hour: (name) => `${name}:00`,
  zone: (zone) => `Dias e horas de ${zone}`,
  more: (count) => `O gráfico mostra os primeiros ${count}, a tabela mostra todos.`,
  month: {
    against: (days) => `em comparação com ${days}`,
    earlier: 'Mês anterior',
    later: 'Mês seguinte',
    flood: (day, count, span) => `${day}: avalanche, ${count} em ${span}`,
    figures: {
      alarms: 'Alarmes',
      minutes: 'Minutos em alarme',
      floods: 'Avalanches',
      answer: 'Tempo até o reconhecimento',
      warnings: 'Advertências',
    },
    same: 'como antes',
    more: (n, before) => `${n} a mais que ${before} antes`,
    fewer: (n, before) => `${n} a menos que ${before} antes`,
    before: (n) => `antes ${n}`,
    days: 'Alarmes e advertências por dia',
    means: {
      none: 'nenhum nestes dias',
      each: (span) => `${span} por alarme`,
      noFlood: 'nunca 10 em dez minutos',
      flood: 'mais do que uma pessoa consegue atender',
      goal: (within, of, others) => {
        const some = within === 0 ? 'nenhum' : `só ${within}`;
        const text =
          within === of ? `todos os ${of} dentro do prazo de resposta` : `${some} de ${of} dentro do prazo de resposta`;
        return others > 0 ? `${text}; mais ${others} não tinham prazo ou ainda têm tempo` : text;
      },
      noGoal: 'nenhum alarme com prazo de resposta foi ainda reconhecido ou venceu',
      most: (count, sensor) => `${count} de ${sensor}`,
    },
    noneBefore: 'nenhum alarme nem advertência registrado nos dias anteriores',
    legend: { now: 'agora', before: 'antes' },
    shifts: 'Tempo até o reconhecimento por turno, metade em',
    target: (span) => `tempo de resposta: ${span}`,
    made: (some, part, all) =>
      `${counted(some, { one: 'sensor causou', other: 'sensores causaram' })} ${part} de ${all} advertências`,
    advice: 'Ajustes melhores, testados nos últimos 30 dias:',
    nobody: 'ninguém reconheceu',
    asked: (asked, others) => `${asked} exigiam reconhecimento; ${others} ${others === 1 ? 'outro' : 'outros'} não.`,
  },
  bad: {
    scope: 'Abrangência',
    device: 'Este dispositivo',
    site: 'O local inteiro',
    rate: (total, days) =>
      `${counted(total, { one: 'alarme', other: 'alarmes' })} e advertências em ${counted(days, { one: 'dia', other: 'dias' })}`,
    perDay: (count, isTooMany) =>
      `${count} por dia, ${isTooMany ? 'mais do que' : 'não mais do que'} uma pessoa consegue atender`,
    stands: 'ainda ativo',
    none: 'Nenhum neste período:',
    counting: 'Leituras anteriores ainda estão sendo lidas: estes números podem crescer.',
    hours: (hours) => (hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d ${hours % 24} h`),
    priority: {
      title: 'Por prioridade',
      about: 'A urgência dos alarmes e advertências, pela prioridade registrada no início de cada um.',
      todo: 'A EEMUA 191 sugere cerca de 5 % de prioridade alta, 15 % média e 80 % baixa. Onde a maioria dos alarmes é urgente, nenhum é: dê às regras e aos sensores uma prioridade conforme a consequência.',
    },
    shelved: (count) =>
      plural(count, { one: `${count} deles estava adiado.`, other: `${count} deles estavam adiados.` }),
    outOfService: (count) =>
      plural(count, { one: `${count} começou fora de serviço.`, other: `${count} começaram fora de serviço.` }),
    rates: {
      title: 'Alarmes em dez minutos',
      about: 'Quantos alarmes e advertências começaram em cada dez minutos do período mostrado.',
      todo: 'Uma pessoa consegue responder a um alarme em dez minutos, a dois por algum tempo, e a nenhum de uma avalanche (EEMUA 191). A ISA-18.2 pede menos de 1 % do tempo em avalanches.',
      steps: (least, most) => {
        if (most === null) return `${least} ou mais (avalanche)`;
        return least === most ? String(least) : `${least} a ${most}`;
      },
    },
    answers: {
      title: 'Tempo até o reconhecimento',
      about: 'Pelo turno em que o alarme começou, para os que exigem reconhecimento.',
      todo: 'Onde um turno demora muito mais, descubra o que impede as pessoas de ver os alarmes: alarmes demais, nenhum monitor, ninguém presente.',
      shift: (from, to) => `${from} a ${to}`,
    },
    verdict: {
      few: (count) => `Só ${count} neste período: pouco para dizer o que há de errado`,
      stands: (time) => `Ativo há ${time}: conserte ou coloque fora de serviço`,
      chatters: (peak) => `Oscila, até ${peak} em 10 min: verifique contato, cabo e fixação`,
      warnings: (count) =>
        `${counted(count, { one: 'advertência', other: 'advertências' })} de uma regra: verifique limite e retardo`,
      alarms: 'Alarmes do controlador: encontre primeiro a causa na máquina',
      both: (alarms, warnings) =>
        `${counted(alarms, { one: 'alarme', other: 'alarmes' })} do controlador e ${counted(warnings, { one: 'advertência', other: 'advertências' })}: encontre primeiro a causa na máquina`,
    },
    next: { cause: 'Ver seu gráfico', limit: 'Testar um limite no gráfico' },
    frequent: {
      title: 'Mais frequentes',
      nobodyStandsOut: (most) => `Nenhum se destaca: nenhum sensor tem mais de ${most}.`,
      ones: (names) => `Uma vez cada: ${names}`,
      about: (sensors, share) =>
        `${sensors === 1 ? 'O primeiro sensor causou' : `Os primeiros ${sensors} sensores causaram`} ${share} % de todos os alarmes e advertências: comece por aí.`,
    },
    advice: {
      title: 'Ajustes que teriam ajudado',
      about:
        'Para as advertências acima: a banda morta e o retardo que mais calam sem perder nenhuma que importava, experimentados nos últimos 30 dias.',
      todo: 'Olhe a máquina primeiro. Um ajuste que esconde um mau contato esconde também a próxima falha.',
      waiting: 'Aguardando',
      trying: (percent) => `Experimentando no histórico: ${percent} %`,
      none: 'Nenhuma banda morta nem retardo reduz as advertências à metade sem perder uma que importava.',
      tooLively: 'Há mudanças demais neste período para sugerir um ajuste.',
      fewer: 'poucas advertências, nenhum outro ajuste é necessário.',
      gone: 'A regra foi alterada nesse meio-tempo.',
      again: 'Tentar de novo',
      look: 'Ver o ajuste melhor',
      warnings: (n) => counted(n, { one: 'advertência', other: 'advertências' }),
      tried: 'Testado',
      inDays: (text, days) => `Últimos ${days}: ${text}`,
      applied: 'Aplicado',
      dialog: 'Alterar esta regra?',
      setting: 'Ajuste',
      now: 'Agora',
      after: 'Depois',
      deadband: 'Banda morta',
      delay: 'Por pelo menos',
      apply: 'Aplicar',
    },
    changes: {
      title: 'Antes e depois de uma alteração',
      about:
        'Alarmes de um sensor em períodos iguais antes e depois da alteração das suas regras de advertência, até 7 dias.',
      todo: 'Onde a alteração ajudou, copie-a para máquinas iguais. Onde não ajudou, desfaça-a.',
      over: (hours) => {
        if (hours < 1) return 'menos de 1 h cada';
        return hours < 48 ? `${hours} h cada` : `${Math.round(hours / 24)} dias cada`;
      },
    },
    flood: (share) => `${share} % do tempo em avalanches.`,
    chattering: {
      title: 'Intermitentes',
      about: 'Mais de 5 alarmes de um sensor em 10 minutos.',
      todo: 'Verifique o contato, o cabo e a fixação do sensor. Dê à advertência um retardo ou um limite mais distante do valor usual. As pessoas deixam de acreditar em um alarme intermitente.',
    },
    standing: {
      title: 'Persistentes',
      about: 'Em alarme ou advertência por mais de 24 horas.',
      todo: 'Repare o que ele indica, ou desabilite o sensor se a máquina está fora de serviço e registre quem decidiu. Um alarme sempre ativo esconde o próximo.',
    },
    floods: {
      title: 'Avalanches',
      about: '10 ou mais alarmes em 10 minutos.',
      todo: 'Procure a causa única da avalanche: uma alimentação perdida, um sensor de ambiente, uma máquina parada. Combinem qual alarme a informa e removam os que só a repetem.',
    },
  },
};
