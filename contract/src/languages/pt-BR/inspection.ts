import type { texts as English } from '../../texts/inspection.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toLedger: 'Testes de prova',
  title: (site) => `Relatório de inspeção de ${site}`,
  about: 'Tudo o que um inspetor pede, de um local e um período, em um só arquivo.',
  from: 'De',
  to: 'Até',
  zip: 'Baixar ZIP',
  pdf: 'Relatório em PDF',
  tests: 'Testes de prova',
  testsText: (passed, failed, canceled) =>
    [
      counted(passed, { one: 'aprovado', other: 'aprovados' }),
      counted(failed, { one: 'reprovado', other: 'reprovados' }),
      counted(canceled, { one: 'cancelado', other: 'cancelados' }),
    ].join(', '),
  alarms: 'Alarmes e advertências',
  changes: 'Alterações de regras, configurações e nomes',
  chain: 'Cadeia de registros de teste',
  chainOk: (records) => `Íntegra: ${counted(records, { one: 'registro inalterado', other: 'registros inalterados' })}`,
  chainBroken: (where) => `ROMPIDA: registros foram alterados ou removidos (${where})`,
  chainPlace: (device, record) => (record === 'the end' ? `${device}, no fim` : `${device}, registro ${record}`),
  unwatched: 'Períodos sem monitoramento',
  none: 'Nenhum neste período.',
  goesOn: 'em curso',
  allDevices: 'Todos os dispositivos',
  columns: {
    from: 'De',
    length: 'Duração',
    device: 'Dispositivo',
    sensor: 'Sensor',
    reason: 'Motivo',
    detail: 'Detalhe',
    serial: 'Número de série',
    unwatched: 'Dispositivo inteiro sem monitoramento',
    share: 'Parcela do período',
  },
  devices: 'Dispositivos',
  badRange: 'Selecione a data antes.',
  reading: 'Lendo o histórico deste período. Um período longo demora um pouco.',
};
