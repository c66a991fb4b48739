import type { texts as English } from '../../texts/protection-mails.ts';
import { counted, plural } from './words.ts';

const entries = (n: number): string => counted(n, { one: 'item', other: 'itens' });
const overdueTests = (n: number): string =>
  counted(n, { one: 'teste de prova vencido', other: 'testes de prova vencidos' });

export const texts: typeof English = {
  weekly: {
    subject: (site, n) => (n === 0 ? `${site}: tudo protege` : `${site}: ${entries(n)} sem proteção`),
    none: 'Tudo protege: nenhum sensor ou dispositivo está adiado, fora de serviço, desabilitado, offline, com teste vencido ou talvez inoperante.',
    some: (n, site) =>
      plural(n, {
        one: `${entries(n)} em ${site} não avisaria você agora.`,
        other: `${entries(n)} em ${site} não avisariam você agora.`,
      }),
    made: (time, zone) => `Situação em ${time} (${zone}).`,
    share: 'Comprovados em 30 dias',
    shareOf: (share, proven, all) => `${share} % (${proven} de ${all} sensores)`,
    line: (kind, what, why) => `${kind}: ${what}. ${why}`,
    more: (n) => `e mais ${n}`,
    button: 'Abrir a lista',
    csv: (url) => `Em CSV: ${url}`,
  },
  monthly: {
    none: (site, month) => `${site}: nenhuma hora em operação em ${month}`,
    about: (month) =>
      `Horas protegidas de ${month}: horas em operação em que cada sensor exigido poderia avisar alguém.`,
    line: (device, what) => `${device}: ${what}`,
    button: 'Abrir horas protegidas',
  },
  overdue: {
    subject: (site, n) => `${site}: ${overdueTests(n)}`,
    about: (n, site, days) =>
      `${overdueTests(n)} em ${site}. O intervalo é de ${counted(days, { one: 'dia', other: 'dias' })}.`,
    line: (what, last) => `${what}: última aprovação ${last}`,
    button: 'Abrir testes de prova',
  },
  reason: 'Você recebe este e-mail porque gerencia este local. Pode desligá-lo nas suas configurações.',
  setting:
    'E-mail semanal sobre o que não protege, e-mail mensal das horas protegidas e lembretes de testes de prova vencidos',
  settingHelp:
    'Para os locais que você gerencia, toda segunda-feira e no primeiro dia de cada mês às 07:00, horário do local.',
  saved: 'Configuração salva.',
};
