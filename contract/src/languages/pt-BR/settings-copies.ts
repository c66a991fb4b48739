import type { CopiedSetting } from '../../settings-copies.ts';
import type { texts as English } from '../../texts/settings-copies.ts';
import { counted, plural } from './words.ts';

const devices = (count: number): string => counted(count, { one: 'dispositivo', other: 'dispositivos' });

const kinds: Readonly<Record<CopiedSetting, string>> = {
  names: 'Nomes dos sensores',
  images: 'Imagens dos sensores',
  types: 'Tipos dos sensores',
  rules: 'Regras de advertência',
  priorities: 'Prioridades',
  responses: 'Textos de resposta',
  roles: 'Sensores do painel, de funcionamento e obrigatórios',
};

export const texts: typeof English = {
  title: (device) => `${device} - Copiar configurações`,
  hint: 'Os dispositivos recebem as mesmas configurações deste, em um só passo que pode ser desfeito. Antes você vê cada diferença.',
  kinds,
  whatTitle: 'O que copiar',
  toTitle: 'Para quais dispositivos',
  find: 'Encontrar um dispositivo',
  all: 'Escolher todos os compatíveis',
  noTargets: 'Você não pode editar nenhum outro dispositivo deste tipo.',
  noTargetsHint: 'As configurações são copiadas entre dispositivos de um cliente que têm os mesmos sensores.',
  show: 'Mostrar a diferença',
  difference: (count) => `Diferença: ${devices(count)} ${plural(count, { one: 'mudaria', other: 'mudariam' })}`,
  nothing: 'Nada é diferente. Estes dispositivos já têm as mesmas configurações.',
  same: 'Já iguais',
  refused: 'Não podem ser copiadas',
  refusedSome: (count) =>
    `${devices(count)} não ${plural(count, { one: 'pode', other: 'podem' })} receber estas configurações. Deixe de fora ou mude o que é copiado.`,
  leaveOut: 'Deixar de fora',
  loosens: 'Afrouxa ou remove uma regra',
  needsApproval: 'Regras afrouxadas deste cliente esperam outra pessoa. Todo o resto é copiado na hora.',
  sensor: 'Sensor',
  field: 'Configuração',
  old: 'Agora',
  new: 'Depois',
  none: 'nenhum',
  fields: {
    name: 'Nome',
    image: 'Imagem',
    type: 'Tipo',
    rule: 'Regra de advertência',
    priority: 'Prioridade',
    likely_cause: 'Causa provável',
    consequence: 'Consequência',
    what_to_do: 'O que fazer',
    respond_within_minutes: 'Responder em até (min)',
    wall_sensor: 'Sensor nos painéis',
    running_sensor: 'Sensor de funcionamento',
    running_above: 'Em funcionamento acima de',
    required: 'Obrigatório',
  },
  device: 'Dispositivo',
  ofRule: (field, rule) => `${field} da regra: ${rule}`,
  more: 'Mostrar mais dispositivos',
  copy: (count) => `Copiar para ${devices(count)}`,
  copied: (changed, proposed) =>
    proposed === 0
      ? `Copiado para ${devices(changed)}`
      : `Copiado para ${devices(changed)}; as regras de ${devices(proposed)} esperam aprovação`,
  history: 'Cópias feitas',
  noHistory: 'Nada foi copiado deste dispositivo ainda.',
  copyOf: (what, to) => `${what} para ${to}`,
  made: (by, at) => `${by}, ${at}`,
  undone: (by, at) => `Desfeita por ${by}, ${at}`,
  undo: 'Desfazer',
  undoTitle: 'Desfazer esta cópia?',
  undoBody: (count) => `${devices(count)} ${plural(count, { one: 'recupera', other: 'recuperam' })} o que havia antes.`,
  undoDone: (changed, proposed) =>
    proposed === 0
      ? `Desfeito em ${devices(changed)}`
      : `Desfeito em ${devices(changed)}; as regras de ${devices(proposed)} esperam aprovação`,
  back: 'Voltar à escolha',
  self: 'É o próprio dispositivo de origem da cópia.',
  unknown: 'Não há um dispositivo assim deste cliente que você possa editar.',
  notAnnounced: 'Ele ainda não informou seus sensores.',
  sourceNotAnnounced: 'Este dispositivo ainda não informou seus sensores.',
  otherType: (type) => `É outro tipo de dispositivo: ${type}.`,
  missing: (sensor) => `Outra estrutura: não tem o sensor ${sensor}.`,
  additional: (sensor) => `Outra estrutura: tem também o sensor ${sensor}.`,
  different: (sensor) => `Outra estrutura: o sensor ${sensor} tem outro tipo, unidade ou estados.`,
  typesFirst: (sensor) => `O sensor ${sensor} tem outro tipo, unidade ou escala. Copie também os tipos dos sensores.`,
  rulesToo: (sensor) =>
    `O sensor ${sensor} recebe outra escala e tem regras de advertência. Copie também as regras de advertência.`,
  onlyNodes: 'Só ETH-NODE-1 e ETH-NODE-2 têm tipos de sensores a copiar.',
  approvalOfScale:
    'A escala muda junto com regras que precisam de uma segunda pessoa. Defina antes os tipos dos sensores dele.',
  badRule: (rule, problem) => `A regra “${rule}” não serve: ${problem}`,
  anotherDifference: 'As configurações mudaram nesse meio-tempo. Veja a diferença de novo.',
  cannot: (titles) => `Estes dispositivos não podem receber as configurações: ${titles}`,
  undoneAlready: 'Esta cópia já foi desfeita.',
  changedSince: (titles) =>
    `As configurações copiadas foram alteradas desde então, em ${titles}. Desfaça manualmente ou mantenha.`,
  gone: 'Um dispositivo desta cópia foi removido, ou você não pode editá-lo.',
};
