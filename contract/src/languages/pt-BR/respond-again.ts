import type { texts as English } from '../../texts/respond-again.ts';

export const texts: typeof English = {
  subject: (what) => `AINDA NÃO NORMALIZADO: ${what}`,
  text: (minutes) => `Você reconheceu este alarme. Ele continua ativo, e o tempo de resposta de ${minutes} min acabou.`,
  next: (minutes) =>
    `Se você está cuidando dele, comente no log em até ${minutes} min. Caso contrário, ele precisará de um novo reconhecimento, e as políticas de escalonamento notificarão pessoas desde a primeira etapa.`,
  facts: { site: 'Local', since: 'Ativo desde', acknowledged: 'Reconhecido' },
  button: 'Abrir o log',
  foot: 'Você recebe este e-mail porque reconheceu o alarme.',
  by: 'Tempo de resposta',
  reason: (minutes) => `Ainda ativo ${minutes} min após o reconhecimento, e ninguém comentou depois do lembrete.`,
};
