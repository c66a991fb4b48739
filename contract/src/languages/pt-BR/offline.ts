import type { texts as English } from '../../texts/offline.ts';

const entries = (n: number): string => (n === 1 ? '1 entrada' : `${n} entradas`);

export const texts: typeof English = {
  title: 'À espera de envio',
  about: 'Guardado neste navegador, cifrado, só para você. Cada entrada é enviada uma vez, com a sua sessão aberta.',
  bar: (n) => `${entries(n)} à espera de envio.`,
  show: 'Mostrar',
  kinds: { round: 'Ronda diária', note: 'Nota', task: 'Fechar tarefa' },
  written: (when) => `escrito ${when}`,
  states: { waiting: 'espera a rede', old: 'com mais de 7 dias: só pode virar uma nota' },
  retry: 'Enviar agora',
  remove: 'Remover',
  removeAsk: 'Remover esta entrada?',
  removeAbout: 'Ela não foi enviada. Nada dela fica.',
  asNote: 'Enviar como nota',
  noteText: (what, when, text) => `${what}, escrito sem rede ${when}${text === '' ? '' : `: ${text}`}`,
  others: (n) => `${entries(n)} de outra pessoa neste navegador.`,
  locked: (n) => `${entries(n)} suas, visíveis de novo quando o servidor responder.`,
  kept: 'Sem rede. Guardado neste navegador e enviado depois.',
  full: (most) => `Não guardado: ${most} entradas já esperam. Conecte-se primeiro para enviá-las.`,
  cannotKeep: 'Sem rede, e este navegador não pode guardar entradas. Nada foi salvo.',
  withoutNetwork: (device, received) => `escrito sem rede (relógio do aparelho ${device}), recebido ${received}`,
  signOutAsk: (n) => `Sair com ${entries(n)} não enviadas?`,
  signOutAbout: 'Elas ficam cifradas neste navegador e são enviadas quando você entrar aqui de novo.',
  refused: {
    format: 'Foi escrito por uma versão anterior desta página, que o servidor não lê mais. Escreva de novo ou remova.',
    old: 'Tem mais de 7 dias e não pode mais ser registrado como ronda. Pode ser enviado como nota.',
    roundDone: (machine, by, when) => `${by} já fez a ronda de ${machine} nesse dia, ${when}.`,
    taskClosed: (what, by) => `"${what}" já foi fechada por ${by}.`,
  },
};
