import type { texts as English } from '../../texts/message-link.ts';

export const texts: typeof English = {
  title: 'Reconhecer',
  loading: 'Carregando o alarme',
  unknownTitle: 'Este link não funciona',
  unknown:
    'Ele não pertence a nenhuma mensagem sua, ou você não pode mais abrir o dispositivo. Entre no portal para ver o que está ativo.',
  failed: 'Não foi possível carregar o alarme.',
  again: 'Tentar de novo',
  to: (name) => `Enviado a ${name}`,
  active: 'Condição ativa',
  test: 'Teste: nada aconteceu na planta',
  cleared: 'Normalizado',
  facts: { site: 'Local', device: 'Dispositivo', sensor: 'Sensor', since: 'Desde', priority: 'Prioridade' },
  comment: 'Comentário (opcional)',
  button: 'Reconhecer',
  help: 'Você confirma que está ciente e vai cuidar disto. Depois disso, ninguém mais é notificado.',
  by: (who, at) => `Reconhecido por ${who}, ${at}`,
  used: 'Você reconheceu por meio desta mensagem.',
  late: 'Outra pessoa reconheceu antes. Não há mais nada a fazer aqui.',
  expired: 'Este link tem mais de 24 horas. Entre no portal para reconhecer.',
  signIn: 'Abrir o portal',
};
