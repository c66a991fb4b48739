import type { texts as English } from '../../texts/passkeys.ts';

export const texts: typeof English = {
  signIn: {
    title: 'Iniciar sesión con llave de acceso',
    about: 'Su dispositivo pide su PIN, una huella o su rostro. No se necesitan contraseña ni código.',
    button: 'USAR LLAVE DE ACCESO',
    password: 'Iniciar sesión con su contraseña',
  },
  verify: { button: 'Usar llave de acceso' },
  whyNot: {
    address:
      'Las llaves de acceso funcionan solo con HTTPS o localhost, y no en una dirección IP. Este portal no tiene una dirección así.',
    elsewhere: (origin) => `Las llaves de acceso funcionan solo en ${origin}. Abra el portal allí.`,
    browser: 'Este navegador no admite llaves de acceso.',
  },
  failed: 'No se usó la llave de acceso. Intente de nuevo.',
  own: {
    title: 'Llaves de acceso',
    about:
      'Una llave de acceso es una clave en su dispositivo o en su administrador de contraseñas. Inicia su sesión y es un segundo factor.',
    none: 'Aún no tiene llaves de acceso.',
    used: 'último uso',
    never: 'nunca usada',
    add: 'Agregar llave de acceso',
    name: 'Nombre, por ejemplo el dispositivo',
    nameMissing: 'Ingrese un nombre',
    password: 'Su contraseña',
    passwordMissing: 'Ingrese su contraseña',
    askAbout: 'Introduzca su contraseña: quien use este navegador no debe poder hacer esto por usted.',
    create: 'CREAR',
    cancel: 'CANCELAR',
    created: 'Llave de acceso agregada',
    rename: 'Cambiar nombre',
    save: 'GUARDAR',
    renamed: 'Nombre cambiado',
    remove: 'Eliminar',
    removeTitle: (name) => `¿Eliminar la llave de acceso “${name}”?`,
    removeAbout:
      'Ya no podrá iniciar sesión con ella. Sin ningún segundo factor, también terminan sus códigos de recuperación.',
    removed: 'Llave de acceso eliminada',
  },
};
