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
  gathered: (count) => counted(count, { one: 'evento adicional', other: 'eventos adicionales' }),
  gatheredAbout: 'Son demasiados para enviarlos uno por uno. Abra las notificaciones.',
  checkTitle: 'Tocsin: ¿es usted?',
  checkAbout: (code) => `Confirme con ${code}. Vale por 15 minutos.`,
  checkPush: 'Presione para recibir alarmas en este navegador.',
  testTitle: 'Tocsin: mensaje de prueba',
  testAbout: 'Mensaje pedido por usted. No se debe a nada en su planta.',
};
