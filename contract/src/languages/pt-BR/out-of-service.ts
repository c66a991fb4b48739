import type { texts as English } from '../../texts/out-of-service.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  outOfService: 'Fora de serviço',
  noReason: 'nenhum motivo informado',
  review: (when) => `Fora de serviço, reavaliação em ${when}`,
  more: (n) => `e mais ${n}`,
  about: (reason, by, until) => `${reason}${by === '' ? '' : `, ${by}`}; reavaliação em ${until}`,
  overdue: (until) => `A reavaliação venceu em ${until}`,
  form: {
    reason: 'Motivo',
    reasonMissing: 'Informe o motivo',
    tooLong: 'Este campo aceita no máximo 1000 caracteres.',
    review: 'Data de reavaliação',
    reviewMissing: 'Selecione a data de reavaliação',
    reviewAbout: 'No máximo 90 dias à frente. A partir dela, os gerentes do local são lembrados todos os dias.',
  },
  sensor: {
    take: 'Pôr fora de serviço',
    takeAsk: (device) => `Pôr um sensor de ${device} fora de serviço?`,
    takeAbout:
      'Os eventos dele continuam sendo avaliados e armazenados, mas ninguém é notificado deles, nem mesmo dos alarmes. A parada da máquina pelo dispositivo continua funcionando.',
    taken: 'O sensor está fora de serviço',
    back: 'Recolocar em serviço',
    backAsk: (name) => `Recolocar ${name} em serviço?`,
    backAbout: 'Os alarmes dele voltam a enviar notificações, inclusive uma para cada alarme que está ativo agora.',
    label: 'Sensor',
    pick: 'Selecione o sensor',
    takeOne: (device) => `Pôr um sensor de ${device} fora de serviço`,
  },
  returned: 'De volta ao serviço',
  pageAbout:
    'Ninguém é notificado dos alarmes destes itens. A partir da data de reavaliação, os gerentes do local são lembrados todos os dias.',
  extend: 'Prorrogar',
  extendAsk: (name) => `Manter ${name} fora de serviço por mais tempo?`,
  extendAbout: 'Informe um novo motivo e uma nova data de reavaliação. O item continua fora de serviço.',
  extended: 'Data de reavaliação alterada',
  page: {
    title: 'Fora de serviço',
    empty: 'Nada está fora de serviço.',
    what: 'O quê',
    reason: 'Motivo',
    by: 'Por',
    review: 'Reavaliação',
    failed: 'Não foi possível carregar a lista.',
  },
  mail: {
    subject: (site, count) =>
      `${site}: ${counted(count, { one: 'reavaliação vencida', other: 'reavaliações vencidas' })} de itens fora de serviço`,
    text: (site) => `Estes itens estão fora de serviço em ${site}, e a data de reavaliação deles passou:`,
    fact: (reason, by, day) => `${reason}${by === '' ? '' : ` (${by})`}, a reavaliação venceu em ${day}`,
    todo: 'Ninguém é notificado dos alarmes deles. Recoloque-os em serviço, ou prorrogue-os com um motivo e uma nova data de reavaliação.',
    button: 'Abrir a lista',
    foot: (site) => `Você recebe este e-mail uma vez por dia porque gerencia ${site}.`,
  },
};
