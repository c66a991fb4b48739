import type { ContactKind } from '../../contact-methods.ts';
import type { texts as English } from '../../texts/contact-methods.ts';

const kinds: Readonly<Record<ContactKind, string>> = {
  push: 'Notificación de un navegador',
  sms: 'SMS',
  webhook: 'Webhook propio',
};

export const texts: typeof English = {
  isHadAlready: 'Ya tiene esta dirección, para los mensajes de otros.',
  provider: {
    title: 'Este inicio de sesión',
    about: (client) =>
      `Ha iniciado sesión con el proveedor de ${client}. Lo que añada aquí recibe solo los mensajes de ${client}.`,
    again:
      'Inicie sesión otra vez con el proveedor y añada después un número, un webhook o este navegador en cinco minutos.',
    button: 'Iniciar sesión otra vez',
    until: (at) => `Puede añadir medios hasta ${at}.`,
  },
  tooMany: (most) => `Ya tiene ${most} medios. Primero elimine uno.`,
  noPushHere:
    'Los navegadores solo reciben notificaciones desde una dirección que comienza con https://, o desde localhost.',
  noSms: 'El operador del portal no ha conectado un gateway SMS.',
  noPlainHttp: 'Sin https solo se permiten direcciones de WEBHOOK_NETWORKS.',
  isVerified: 'Este medio ya está verificado.',
  isNotVerified: 'Primero verifique este medio.',
  wrongCode: 'Este código es incorrecto o ya venció. Pida que se envíe otro.',

  title: 'Mis notificaciones',
  about: 'Cómo le llegan las políticas de escalamiento. Las reglas de correo envían además sus propios correos.',
  failed: 'No se pudieron cargar sus medios.',
  methods: 'Lo que me llega',
  email: 'Correo',
  always: 'Siempre, con cualquier prioridad',
  kinds,
  verified: 'Verificado',
  unverified: 'Sin verificar',
  ended: 'Terminado',
  silent: 'Sin confirmación desde hace 8 días',
  held: 'Espera su confirmación',
  keep: 'Confirmar',
  keepOf: (title: string): string => `Confirmar ${title}`,
  keepAbout: 'Confirme solo lo que haya añadido usted. Hasta entonces no se envía nada allí.',
  heldNote:
    'Se restableció su contraseña: los métodos añadidos en los últimos 30 días no reciben nada hasta que los confirme. El correo le sigue llegando.',
  confirmed: 'Última confirmación',
  neverConfirmed: 'Aún sin confirmación',
  lastFailure: (error) => `Último mensaje no enviado: ${error}`,
  least: 'Prioridad mínima',
  leastOf: (title) => `Prioridad mínima para ${title}`,
  test: 'Probar',
  testOf: (title) => `Enviar una prueba a ${title}`,
  testSent: 'Enviado. Debería llegar en segundos.',
  mailQueued: 'Un correo de prueba está en camino.',
  mailButton: 'Abrir mis notificaciones',
  endedSubject: (kind, title) => `${kind}, terminado: ${title}`,
  endedWhy:
    'Su receptor indicó que ya no existe, así que las alarmas ya no le llegan allí. Su dirección de correo y sus otros medios siguen funcionando. Agréguelo de nuevo si lo quiere recuperar.',
  endedFoot: 'Recibe este correo porque ese era uno de sus medios de notificación.',
  mailFoot: 'Recibe este correo porque usted pidió una prueba.',
  notSent: (error) => `No enviado: ${error}`,
  verify: 'Verificar',
  verifyOf: (title) => `Verificar ${title}`,
  remove: 'Eliminar',
  removeOf: (title) => `Eliminar ${title}`,
  removeTitle: (title) => `¿Eliminar ${title}?`,
  removeBody: 'Los mensajes en espera para este medio no se enviarán.',
  removed: 'Eliminado',
  saved: 'Guardado',
  addNumber: 'Agregar un número',
  addWebhook: 'Agregar un webhook',
  number: 'Número móvil con código de país',
  numberHelp: 'Se le envía un código. Para reconocer una alarma, responda al mensaje con su código.',
  url: 'Dirección del webhook',
  urlHelp: 'Se le envía un código como JSON, en el campo verification_code.',
  add: 'Enviar el código',
  cancel: 'Cancelar',
  code: 'Código de seis dígitos',
  codeSent: (title) => `Se envió un código a ${title}. Vale por 15 minutos.`,
  codeNotSent: (error) => `No se envió el código: ${error}`,
  sendAgain: 'Enviar otro código',
  codeMissing: 'Ingrese el código.',
  secret: 'Secreto de la firma',
  secretOnce: 'Los mensajes se firman con él. No se muestra de nuevo.',

  browser: 'Este navegador',
  browserAbout: 'Muestra alarmas como notificaciones del sistema, también con el portal cerrado.',
  browserOn: 'Notificarme en este navegador',
  browserIsOn: 'Este navegador muestra notificaciones.',
  browserCheck: 'Se envió una notificación a este navegador. Presiónela para terminar.',
  browserName: (browser, system) => `${browser} en ${system}`,
  whyNot: {
    address:
      'Los navegadores solo reciben notificaciones desde una dirección que comienza con https://, o desde localhost.',
    homeScreen:
      'En iPhone y iPad, primero agregue esta página a la pantalla de inicio (Compartir, Agregar a inicio) y ábrala desde allí.',
    browser: 'Este navegador no admite notificaciones de sitios web.',
    denied:
      'Las notificaciones de este portal están bloqueadas en este navegador. Permítalas en la configuración del navegador.',
  },
  systems:
    'Windows, macOS, Linux y Android las muestran mientras el navegador funciona en segundo plano. En iPhone y iPad esta página debe estar en la pantalla de inicio.',

  quiet: 'Horas de silencio',
  quietAbout:
    'Los mensajes de prioridad baja y media no llegan por notificación, SMS ni webhook. Los de prioridad crítica y alta llegan siempre.',
  quietOn: 'Respetar las horas de silencio',
  begins: 'Desde',
  ends: 'Hasta',
  zone: (zone) => `Horas de ${zone}`,
  save: 'Guardar',
};
