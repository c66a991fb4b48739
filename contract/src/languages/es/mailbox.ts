import type { texts as English } from '../../texts/mailbox.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  toSettings: 'Configuración OEM',
  reload: 'Recargar',
  title: 'Correo saliente',
  noServer: 'No hay servidor de correo configurado (SMTP_URL): los correos se guardan aquí en lugar de enviarse.',
  search: 'Buscar por destinatario o asunto',
  all: 'Todos',
  states: { queued: 'En cola', sent: 'Enviado', failed: 'Fallido', mailbox: 'Guardado aquí', cancelled: 'Cancelado' },
  to: 'Para',
  subject: 'Asunto',
  state: 'Estado',
  at: 'Escrito',
  attempts: (count) => counted(count, { one: 'intento', other: 'intentos' }),
  next: 'siguiente',
  none: 'Ningún correo',
  noneText: 'Los correos aparecen aquí en cuanto el portal crea uno.',
  plain: 'Texto sin formato',
  styled: 'Como se envía',
  withheld:
    'El contenido no se muestra: era para alguien con un rol superior al suyo, o ya se envió y no se guarda más.',
  back: 'Todos los correos',
  failed: 'Ocurrió un error. Intente de nuevo.',
};
