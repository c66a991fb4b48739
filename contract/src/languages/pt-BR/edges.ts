import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minuto', other: 'minutos' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: 'Edges',
  about: (site) =>
    `Um edge é um programa ao lado dos dispositivos de ${site}. Ele armazena os dados deles enquanto a linha até o portal está fora do ar e os envia depois.`,
  none: 'Nenhum edge ainda',
  noneAbout:
    'Sem um edge, os próprios dispositivos enviam ao portal. O que eles não conseguem armazenar se perde enquanto a linha está fora do ar.',
  add: 'Adicionar edge',
  name: 'Nome',
  cancel: 'Cancelar',
  once: 'Inicie o edge com este código em até 24 horas. O código só é mostrado uma vez e funciona uma vez.',
  code: 'Código',
  command: 'Comando',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'Não foi possível copiar. Selecione o texto e copie manualmente.',
  states: {
    waiting: 'Ainda não vinculado',
    online: 'Online',
    behind: 'Recuperando o atraso',
    full: 'Fila cheia',
    silent: 'Sem sinal',
  },
  waitsUntil: (time) => `O código funciona até ${time}.`,
  codeOver: 'O código expirou. Gere um novo.',
  seen: (time) => `Último sinal ${time}`,
  neverSeen: 'Nunca deu sinal',
  queue: (records, share) =>
    `${counted(records, { one: 'registro espera', other: 'registros esperam' })}, fila ${share} % cheia`,
  oldest: (time) => `o mais antigo de ${time}`,
  memory: (megabytes) => `${megabytes} MB de memória`,
  version: (version) => `versão ${version}`,
  clock: (seconds) => `relógio do sistema com erro de ${seconds} s`,
  refused: (count) => counted(count, { one: 'registro recusado', other: 'registros recusados' }),
  damaged: (count) => counted(count, { one: 'registro danificado', other: 'registros danificados' }),
  devices: 'Dispositivos',
  noDevices: 'Nenhum dispositivo. Atribua os que enviam a este edge.',
  assign: 'Atribuir dispositivos',
  assignAbout:
    'Dispositivos atribuídos enviam só a este edge. O que enviarem diretamente ao portal é recusado a partir de agora.',
  save: 'Salvar',
  saved: 'Edge alterado',
  gaps: 'Consultas perdidas',
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'consulta perdida', other: 'consultas perdidas' })} de ${from} a ${to}, porque o edge estava sem espaço`,
  newCode: 'Novo código',
  newCodeAsk: 'Gerar um novo código?',
  newCodeAbout: 'O edge que o usar toma o lugar do atual, que então é desconectado.',
  rename: 'Renomear',
  remove: 'Remover edge',
  removeAsk: (name) => `Remover o edge ${name}?`,
  removeAbout:
    'A chave dele deixa de valer na hora, e seus dispositivos precisam enviar ao portal por conta própria. O que espera na fila se perde.',
  removed: 'Edge removido',
  failed: 'Ocorreu um erro. Tente novamente.',
  mail: {
    subject: (edge, late) =>
      `Edge ${edge} voltou: ${late === 0 ? 'nenhum evento com atraso' : counted(late, { one: 'evento com atraso', other: 'eventos com atraso' })}`,
    text: (edge, site, minutes) =>
      `O edge ${edge} de ${site} não conseguiu alcançar o portal por ${minutesOf(minutes)}. Os dados dele estão completos agora. Ninguém foi notificado do que aconteceu nesse tempo.`,
    nothing: 'Nenhum alarme e nenhuma advertência começou nesse tempo.',
    more: (count) => `e mais ${count} no log, marcados com atraso`,
    fact: (sensor, content) => [sensor, content].filter((part) => part !== '').join(': '),
    button: 'Abrir o log',
    foot: (site) => `Você recebe este e-mail porque gerencia ${site}.`,
  },
};
