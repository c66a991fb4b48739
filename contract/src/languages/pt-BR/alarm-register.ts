import type { texts as English } from '../../texts/alarm-register.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  title: 'Cadastro de alarmes',
  documentTitle: (site) => `Cadastro de alarmes, ${site}`,
  made: (time, zone) => `Gerado em ${time}, ${zone}.`,
  approvedBy: (who, at) => `Aprovado por ${who} em ${at}`,
  notApproved: 'Ainda não aprovado',
  differences: (count) =>
    count === 0
      ? 'Nada mudou desde a aprovação.'
      : `${counted(count, { one: 'diferença', other: 'diferenças' })} desde a aprovação`,
  kinds: { added: 'Adicionado', removed: 'Removido', changed: 'Alterado' },
  change: (field, old, fresh) => `${field}: “${old}” agora é “${fresh}”`,
  fields: {
    device: 'dispositivo',
    sensor: 'sensor',
    rule: 'regra',
    priority: 'prioridade',
    likely_cause: 'causa provável',
    consequence: 'consequência',
    what_to_do: 'o que fazer',
    respond_within_minutes: 'responder em até (min)',
  },
  columns: {
    limit: 'Limite e atraso',
    alarm: 'Alarme',
    priority: 'Prioridade',
    within: 'Em até',
    todo: 'O que fazer',
    cause: 'Causa provável',
    consequence: 'Consequência',
    device: 'Dispositivo',
  },
  ofRule: (sensor, rule) => `${sensor}: ${rule}`,
  ownAlarm: 'Limite definido no dispositivo',
  usual: 'Habitual',
  unset: '(padrão)',
  unused: 'Nada está ligado a ele.',
  writeOne: (count) => `Um texto para ${count}`,
  minutes: (count) => `${count} min`,
  below: 'Veja abaixo da tabela.',
  csv: 'CSV',
  pdf: 'PDF',
  approve: 'Aprovar esta lista',
  approveAbout: (count) =>
    `Você confirma ${counted(count, { one: 'item', other: 'itens' })} com prioridade e resposta como mostrado.`,
  comment: 'Comentário',
  approved: 'A lista foi aprovada',
  changed: 'A lista mudou desde que você a abriu. Leia-a de novo antes de aprovar.',
  empty: 'Os dispositivos deste local ainda não informaram seus sensores.',
  missing: (count, all) =>
    count === 0
      ? 'Cada alarme tem instruções.'
      : `${count} de ${counted(all, { one: 'alarme', other: 'alarmes' })} sem instruções`,
  shown: 'Alarmes mostrados',
  all: (count) => `Todos ${count ?? '–'}`,
  onlyMissing: (count) => `Sem instruções ${count ?? '–'}`,
  search: 'Buscar alarmes e textos',
  nothingFound: 'Nenhum alarme corresponde.',
  noResponse: 'Sem instruções',
  moreMissing: (count) => `Mais ${count} sem instruções`,
  write: 'Escrever',
  writeFor: (sensor) => `Escrever as instruções de ${sensor}`,
};
