import type { texts as English } from '../../texts/client-sign-in.ts';

export const texts: typeof English = {
  title: (company) => `${company} - Acesso`,
  back: 'Editar cliente',
  failed: 'Ocorreu um erro. Tente novamente.',
  sessions: {
    title: 'Sessões',
    about:
      'Limites para as pessoas deste cliente. Quem pertence a vários clientes tem os limites mais rígidos de todos eles. A equipe da operadora e os monitores de parede não são afetados.',
    idle: 'Encerrar uma sessão sem uso após (minutos)',
    idleHelp: '5 a 1440. Vazio: após 24 horas sem nenhum uso; uma página aberta conta como uso.',
    lifetime: 'Encerrar toda sessão após (horas)',
    lifetimeHelp: '1 a 2160. Vazio: após 90 dias.',
    number: 'Sessões simultâneas de uma pessoa',
    numberHelp: '1 a 100; um novo acesso encerra a sessão usada há mais tempo. Vazio: sem limite.',
    save: 'SALVAR',
    saved: 'Limites de sessão salvos',
  },
};
