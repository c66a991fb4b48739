import type { texts as English } from '../../texts/contact-messages.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  test: 'PRUEBA',
  acknowledge: 'Reconocer',
  acknowledged: 'Reconocida',
  notAcknowledged: 'No se reconoció. Ábrala en Tocsin.',
  confirm: 'La veo',
  reply: (code) => `Responda ${code} para reconocer.`,
  whatToDo: 'Qué hacer',
  since: (when) => `desde ${when}`,
  gathered: (count) => `${counted(count, { one: 'evento', other: 'eventos' })} más`,
  gatheredAbout: 'Son demasiados para enviarlos uno por uno. Abra la bitácora.',
  checkTitle: 'Tocsin: ¿es usted?',
  checkAbout: (code) => `Su código es ${code}. Vale por 15 minutos.`,
  checkPush: 'Presione para recibir alarmas en este navegador.',
  testTitle: 'Tocsin: mensaje de prueba',
  testAbout: 'Usted lo pidió. No ocurrió nada en su planta.',
};
