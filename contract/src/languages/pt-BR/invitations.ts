import type { texts as English } from '../../texts/invitations.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  invites: (by, company) => (by === '' ? `Você foi convidado para ${company}.` : `${by} convida você para ${company}.`),
  needsMailbox: 'Abra o link do e-mail de convite para aceitar: isso confirma que a caixa de e-mail é sua.',
  accept: 'Aceitar',
  decline: 'Recusar',
  declineAsk: (company) => `Recusar o convite para ${company}?`,
  declineAbout: 'Eles veem que você recusou, mas nada sobre sua conta.',
  more: (count) => counted(count, { one: 'outro convite', other: 'outros convites' }),
  failed: 'Não foi possível salvar sua resposta. Tente novamente.',
  locked: (companies) => `${companies}: é preciso um segundo fator para abrir este cliente.`,
  setUp: 'Configurar autenticação de dois fatores',
  page: {
    title: 'Convite',
    to: (company) => `Convite para ${company}`,
    about: (by, company, email) =>
      `${by === '' ? 'Alguém' : by} convida você a usar sua conta do Tocsin ${email} também para ${company}.`,
    privacy: 'Até você aceitar, nada da sua conta é visível para eles.',
    expires: (day) => `Válido até ${day}.`,
    password:
      'Aceitar define uma nova senha e encerra as sessões, as chaves de API e o segundo fator da conta: a caixa de e-mail da conta ainda não foi confirmada.',
    agree: 'Li os termos e concordo com eles',
    acceptWithPassword: 'DEFINIR SENHA E ACEITAR',
    gone: 'Este convite não é mais válido. Peça um novo a quem o enviou.',
    accepted: 'Convite aceito. Escolha o cliente na página Clientes.',
    acceptedSignIn: 'Convite aceito. Entre para abrir o cliente.',
    declined: 'Convite recusado.',
    home: 'Abrir o Tocsin',
  },
};
