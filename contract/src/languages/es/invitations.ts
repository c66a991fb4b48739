import type { texts as English } from '../../texts/invitations.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  invites: (by, company) => (by === '' ? `Tiene una invitación a ${company}.` : `${by} le invita a ${company}.`),
  needsMailbox: 'Para aceptar, abra el enlace del correo de invitación: así se confirma que el buzón es suyo.',
  accept: 'Aceptar',
  decline: 'Rechazar',
  declineAsk: (company) => `¿Rechazar la invitación a ${company}?`,
  declineAbout: 'Ven que usted rechazó, pero nada de su cuenta.',
  more: (count) => counted(count, { one: 'invitación más', other: 'invitaciones más' }),
  failed: 'No se pudo guardar su respuesta. Intente de nuevo.',
  locked: (companies) => `${companies}: se requiere un segundo factor para abrir este cliente.`,
  setUp: 'Configurar la autenticación de dos factores',
  page: {
    title: 'Invitación',
    to: (company) => `Invitación a ${company}`,
    about: (by, company, email) =>
      `${by === '' ? 'Alguien' : by} le invita a usar su cuenta de Tocsin ${email} también para ${company}.`,
    privacy: 'Mientras no acepte, no ven nada de su cuenta.',
    expires: (day) => `Válida hasta ${day}.`,
    password:
      'Al aceptar se define una contraseña nueva y terminan las sesiones, las claves de API y el segundo factor de la cuenta: el buzón de la cuenta aún no se ha confirmado.',
    agree: 'He leído los términos y los acepto',
    acceptWithPassword: 'GUARDAR CONTRASEÑA Y ACEPTAR',
    gone: 'Esta invitación ya no es válida. Pida una nueva a la persona que la envió.',
    accepted: 'Invitación aceptada. Elija el cliente en la página Clientes.',
    acceptedSignIn: 'Invitación aceptada. Inicie sesión para abrir el cliente.',
    declined: 'Invitación rechazada.',
    home: 'Abrir Tocsin',
  },
};
