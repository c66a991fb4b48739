import type { texts as English } from '../../texts/account-mails.ts';

export const texts: typeof English = {
  support: (ways) => `Soporte: ${ways}`,
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  notYou: 'Si no fue usted, avise de inmediato a su gerente de cuenta o a soporte.',
  activation: {
    subject: 'Active su cuenta de Tocsin',
    text: 'Se creó una cuenta para usted. Abra el enlace, lea los términos y elija una contraseña.',
    button: 'Activar cuenta',
    validity: 'El enlace funciona una sola vez, durante 7 días.',
  },
  reset: {
    subject: 'Restablezca su contraseña de Tocsin',
    text: 'Alguien pidió una contraseña nueva para su cuenta. Si fue usted, abra el enlace y elija una.',
    button: 'Elegir contraseña nueva',
    validity:
      'El enlace funciona una sola vez, durante 24 horas. Si usted no lo pidió, nada ha cambiado y no tiene que hacer nada.',
  },
  newAddress: {
    subject: 'Confirme su nueva dirección de correo',
    text: 'Abra el enlace para usar esta dirección en su cuenta de Tocsin.',
    button: 'Usar esta dirección',
    validity: 'El enlace funciona una sola vez, durante 24 horas.',
  },
  addressChangeRequested: {
    subject: 'Se solicitó un cambio de su dirección de correo',
    text: (email) => `Alguien con la sesión iniciada en su cuenta pidió cambiar la dirección a ${email}.`,
    nothingChanged:
      'Aún no ha cambiado nada. Si no fue usted, cambie su contraseña ahora: con eso se anula la solicitud.',
  },
  addressChanged: {
    subject: 'Se cambió su dirección de correo',
    text: (email) => `Su cuenta usa ahora ${email}.`,
  },
  passwordChanged: {
    subject: 'Se cambió su contraseña',
    text: 'Se cambió la contraseña de su cuenta, y las sesiones que conocían la anterior terminaron.',
    held: (n: number): string =>
      `${n} ${n === 1 ? 'método de contacto añadido recientemente no recibe' : 'métodos de contacto añadidos recientemente no reciben'} mensajes hasta que usted los confirme. El correo electrónico le sigue llegando.`,
  },
  added: {
    subjects: {
      method: 'Se añadió un método de contacto',
      key: 'Se añadió una clave API a su cuenta',
      calendar: 'Se creó una dirección de su calendario de guardias',
    },
    texts: {
      method: (title: string): string =>
        `${title} se añadió a su cuenta. Una vez verificado, recibe los mensajes destinados a usted.`,
      key: (title: string): string =>
        `Se añadió la clave API ${title}. Con ella un programa puede leer lo que usted puede leer.`,
      calendar: (): string => 'Se creó una dirección en la que sus guardias pueden leerse sin iniciar sesión.',
    },
    ifNotYou:
      'Si no fue usted, elimínelo, cambie su contraseña y termine sus otras sesiones en los ajustes de usuario. Después avise a su gerente de cuenta o a soporte.',
    button: 'Verlo',
  },
  providerLinked: {
    subject: 'Su cuenta se vinculó con su organización',
    text: (issuer) => `Desde ahora ${issuer} puede iniciar su sesión en el cliente que lo usa.`,
  },
  twoFactor: {
    on: {
      subject: 'Segundo factor configurado',
      text: 'Desde ahora se pide un segundo factor cuando inicia sesión: un código de su autenticador o una llave de acceso.',
    },
    added: {
      subject: 'Llave de acceso agregada',
      text: 'Se agregó una llave de acceso a su cuenta. Sirve para iniciar sesión y es un segundo factor.',
    },
    removed: {
      subject: 'Llave de acceso eliminada',
      text: 'Se eliminó una llave de acceso de su cuenta. Sus otros segundos factores se conservan.',
    },
    off: {
      subject: 'Segundo factor desactivado',
      text: 'Se quitó el segundo factor de su cuenta: su contraseña basta para iniciar sesión.',
    },
  },
  contact: {
    subject: (company) => `Usted es la persona de contacto de ${company}`,
    text: (company) => `Usted es ahora la persona de contacto de ${company} en Tocsin y uno de sus gerentes de cuenta.`,
    button: 'Abrir Tocsin',
  },
  invitation: {
    subject: (company) => `Invitación a ${company}`,
    text: (invitedBy, company) => `${invitedBy} le invita a usar su cuenta de Tocsin también para ${company}.`,
    button: 'Ver la invitación',
    validity: 'El enlace funciona una sola vez, durante 7 días. Mientras no acepte, no ven nada de su cuenta.',
    decline: 'Si no los conoce, rechace la invitación o ignore este correo.',
  },
  demoThanks: {
    subject: 'Registro completado',
    text: 'Gracias por su interés en Tocsin. Le escribiremos acerca de su demostración.',
  },
  demoRequest: {
    subject: (company) => `Demostración solicitada: ${company}`,
    text: 'Alguien se registró para una demostración.',
    facts: { name: 'Nombre', company: 'Empresa', email: 'Correo' },
  },
  feedback: {
    subject: (topic) => `Comentarios: ${topic}`,
    text: 'Alguien envió comentarios.',
  },
};
