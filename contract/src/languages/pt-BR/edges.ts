import type { texts as English } from '../../texts/edges.ts';
import { counted } from './words.ts';

const minutesOf = (minutes: number): string =>
  minutes < 60
    ? counted(minutes, { one: 'minuto', other: 'minutos' })
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

export const texts: typeof English = {
  title: (site) => `${site} - Edges`,
  heading: 'Edges',
  about:
    'Um edge é um programa ao lado dos dispositivos. Ele armazena os dados deles enquanto a conexão com o portal está interrompida e os envia depois.',
  pickSite: 'Escolha um local para ver seus edges',
  toSites: 'Locais',
  notAllowed: 'Engenheiros e gerentes do local veem seus edges.',
  none: 'Nenhum edge ainda',
  noneAbout:
    'Sem um edge, os próprios dispositivos enviam ao portal. O que eles não conseguem armazenar se perde enquanto a conexão está interrompida.',
  loadFailed: 'Não foi possível carregar os edges.',
  add: 'Adicionar edge',
  addTitle: 'Adicionar edge',
  name: 'Nome',
  nameHelp: 'Onde ele fica, como Casa de máquinas.',
  noName: 'Informe um nome',
  create: 'Criar código',
  cancel: 'Cancelar',
  close: 'Fechar',
  freshTitle: (edge) => `Vincular ${edge}`,
  once: 'Inicie o edge com este comando em até 24 horas. O código só é mostrado uma vez e funciona uma vez.',
  code: 'Código',
  command: 'Comando',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'Não foi possível copiar. Selecione o texto e copie manualmente.',
  states: {
    waiting: 'Ainda não vinculado',
    online: 'Online',
    behind: 'Recuperando atraso',
    full: 'Fila cheia',
    silent: 'Sem sinal',
  },
  stateAbout: {
    full: 'Ele não consegue armazenar mais nada. Os envios dos dispositivos não são confirmados, e consultas são perdidas.',
    silent:
      'O portal não tem contato com ele. O que os dispositivos dele enviam chegará quando ele voltar. Os dados abaixo são do último contato.',
    behind: 'Registros mais antigos estão sendo enviados.',
  },
  waitsUntil: (time) => `O código funciona até ${time}.`,
  codeOver: 'O código expirou. Gere um novo.',
  madeBy: (name, time) => `Adicionado por ${name === '' ? 'um programa' : name}, ${time}`,
  claimed: (time) => `vinculado ${time}`,
  facts: {
    seen: 'Último contato',
    queue: 'Fila',
    oldest: 'Mais antigo na fila',
    clock: 'Diferença do relógio',
    version: 'Versão',
    memory: 'Memória',
    adapters: 'Adaptadores',
    maps: 'Mapas',
    refused: 'Recusados',
    notItsOwn: 'De outros dispositivos',
    damaged: 'Danificados',
    missed: 'Consultas perdidas',
    started: 'Iniciado',
    notifies: 'Mensagens próprias',
  },
  mapVersion: (name, version) => `${name}, versão ${version}`,
  asksFor: (version) =>
    `Seus dispositivos precisam do edge ${version}: atualize-o. Até lá ele recusa o que um mapa lê.`,
  notItsOwnAbout: 'Registros de dispositivos que não lhe pertenciam na época. Nada foi armazenado.',
  never: 'nunca',
  nothing: 'nenhum',
  records: (count) => counted(count, { one: 'registro', other: 'registros' }),
  share: (share, bound) => `${share} de ${bound}`,
  queueFilled: 'Parcela da fila em uso',
  clockText: (seconds) => `${seconds} s`,
  clockUnknown: 'ainda não medida',
  clockAbout: 'Hora do portal menos o relógio do sistema do edge. O edge a corrige sozinho.',
  configuration: (number) => `configuração ${number}`,
  adapterTexts: {
    http: (port) => `HTTP na porta ${port}`,
    mqtt: (port, sessions) =>
      `MQTT e Sparkplug na porta ${port}, ${counted(sessions, { one: 'sessão', other: 'sessões' })}`,
    noMqtt: 'MQTT desligado',
    modbus: (count) =>
      `Modbus, ${counted(count, { one: 'dispositivo consultado', other: 'dispositivos consultados' })}`,
    noModbus: 'Modbus, nenhum dispositivo consultado',
  },
  notifies: 'ligadas',
  notifiesNot: 'desligadas',
  notifiesHow: 'defina EDGE_NOTIFY_URL',
  sinceStart: 'desde o início',
  devices: 'Dispositivos',
  noDevices: 'Nenhum dispositivo. Atribua os que enviam a este edge.',
  assign: 'Atribuir dispositivos',
  assignTitle: (edge) => `Dispositivos de ${edge}`,
  assignAbout:
    'Dispositivos atribuídos enviam só a este edge. O que enviarem diretamente ao portal é recusado a partir de agora.',
  ofOther: (edge) => `pertence a ${edge}`,
  noneToAssign: 'O local não tem dispositivos.',
  save: 'Salvar',
  saved: 'Edge alterado',
  events: 'Eventos dos últimos 30 dias',
  noEvents: 'Nenhuma interrupção e nenhuma consulta perdida.',
  outage: (from, to, minutes) => `Sem sinal de ${from} a ${to} (${minutesOf(minutes)})`,
  outageComing: 'Os dados dele ainda estão chegando.',
  outageOver: (late) =>
    late === 0
      ? 'Nenhum alarme ou advertência com atraso.'
      : `${counted(late, { one: 'evento com atraso', other: 'eventos com atraso' })} no log.`,
  gap: (device, from, to, polls) =>
    `${device}: ${counted(polls, { one: 'consulta perdida', other: 'consultas perdidas' })} de ${from} a ${to}`,
  gapAbout: 'A fila do edge estava cheia.',
  newCode: 'Novo código',
  newCodeAsk: (edge) => `Gerar um novo código para ${edge}?`,
  newCodeAbout: 'O edge que o usar toma o lugar do atual, que então é desconectado.',
  rename: 'Renomear',
  renameTitle: 'Renomear edge',
  remove: 'Revogar',
  removeAsk: (name) => `Revogar o edge ${name}?`,
  removeAbout:
    'A chave dele deixa de valer na hora, e seus dispositivos precisam enviar ao portal por conta própria. O que ainda está na fila dele nunca chegará ao portal.',
  removed: 'Edge revogado',
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
