import type { texts as English } from '../../texts/contact-messages.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  test: 'TESTE',
  acknowledge: 'Reconhecer',
  acknowledged: 'Reconhecido',
  notAcknowledged: 'Não reconhecido. Abra no Tocsin.',
  confirm: 'Recebi',
  reply: (code) => `Responda ${code} para reconhecer.`,
  whatToDo: 'Fazer',
  since: (when) => `desde ${when}`,
  gathered: (count) => counted(count, { one: 'outro evento', other: 'outros eventos' }),
  gatheredAbout: 'São muitos para enviar um por um. Abra o log.',
  checkTitle: 'Tocsin: é você?',
  checkAbout: (code) => `Seu código é ${code}. Ele vale por 15 minutos.`,
  checkPush: 'Toque para receber alarmes neste navegador.',
  testTitle: 'Tocsin: mensagem de teste',
  testAbout: 'Você pediu este teste. Nada aconteceu na sua planta.',
};
