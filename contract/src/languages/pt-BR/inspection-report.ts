import type { texts as English } from '../../texts/inspection-report.ts';

export const texts: typeof English = {
  documentTitle: (site) => `Inspeção, ${site}`,
  title: 'Relatório de inspeção',
  period: (from, to, zone) => `De ${from} a ${to}. Os horários são os de ${zone}.`,
  made: (time, by) => `Gerado em ${time} por ${by}.`,
  chainHolds: (records) =>
    `A cadeia de todos os ${records} registros de teste está íntegra: nenhum foi alterado ou retirado.`,
  chainBroken: (places) =>
    `A CADEIA DE REGISTROS DE TESTE ESTÁ ROMPIDA: ${places}. Registros foram alterados ou retirados.`,
  chainPlace: (device, record) => `${device}, registro ${record}`,
  section: (title, count) => `${title} (${count})`,
  cut: (printed, all) => `São impressos os primeiros ${printed}; o CSV tem todos os ${all}.`,
  none: 'Nenhum neste período.',
  devices: {
    title: 'Dispositivos',
    none: 'O local não tinha dispositivos neste período.',
    columns: {
      device: 'Dispositivo',
      serialNumber: 'Número de série',
      unmonitored: 'Não monitorado por inteiro',
      share: 'Do período',
    },
  },
  unmonitored: {
    title: 'Períodos sem monitoramento',
    columns: {
      from: 'De',
      to: 'Até',
      length: 'Duração',
      device: 'Dispositivo',
      sensor: 'Sensor',
      reason: 'Motivo',
      detail: 'Detalhe',
    },
    goesOn: (to) => `${to}, continua`,
    allDevices: 'Todos os dispositivos',
  },
  tests: {
    title: 'Testes de prova',
    none: 'Nenhum sensor foi testado neste período.',
    columns: {
      started: 'Início',
      ended: 'Fim',
      device: 'Dispositivo',
      serialNumber: 'Número de série',
      sensor: 'Sensor',
      outcome: 'Resultado',
      by: 'Por',
      comment: 'Comentário',
    },
    outcomes: { passed: 'Aprovado', failed: 'Reprovado', canceled: 'Cancelado', running: 'Em andamento' },
  },
  events: {
    title: 'Alarmes e advertências',
    columns: {
      on: 'Início',
      off: 'Fim',
      length: 'Duração',
      device: 'Dispositivo',
      sensor: 'Sensor',
      kind: 'Tipo',
      content: 'Conteúdo',
      acknowledged: 'Reconhecido',
      comment: 'Comentário',
    },
    isActive: 'ainda ativo',
    noEnd: 'fim desconhecido',
    kind: (isAlarm, isTest, isLate) =>
      `${isAlarm ? 'Alarme' : 'Advertência'}${isTest ? ', teste' : ''}${isLate ? ', com atraso' : ''}`,
  },
  changes: {
    title: 'Alterações de regras, configurações e nomes de sensores',
    columns: { time: 'Hora', by: 'Por', what: 'O quê', before: 'Antes', after: 'Depois' },
  },
};
