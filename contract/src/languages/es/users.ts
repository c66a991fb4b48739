import type { texts as English } from '../../texts/users.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  addTitle: (site) => (site === '' ? 'Agregar usuario' : `${site} - Agregar usuario`),
  editTitle: (name) => `${name} - Actualizar usuario`,
  back: 'Editar sitio',
  form: {
    fullName: { label: 'Nombre completo', missing: 'Ingrese el nombre completo' },
    email: { label: 'Correo', missing: 'Ingrese la dirección de correo', invalid: 'El correo no es válido' },
    company: { label: 'Empresa', missing: 'Ingrese la empresa' },
    phone: { label: 'Teléfono', missing: 'Ingrese el teléfono' },
    address: { label: 'Dirección', missing: 'Ingrese la dirección' },
    notYours:
      'Esta persona pertenece también a otros clientes: solo ella o el operador del portal pueden cambiar estos campos.',
    add: 'AGREGAR USUARIO',
    save: 'GUARDAR CAMBIOS',
  },
  rights: {
    title: 'Derechos en el cliente',
    manager: 'Gerente de cuenta',
    managerHelp: 'Administra el cliente con todos sus sitios, dispositivos y personas.',
    active: 'Activo',
    activeHelp: 'Un usuario inactivo no puede iniciar sesión en este cliente.',
    plant: 'Tablero visual',
    plantHelp: 'Puede abrir el Tablero visual de los sitios.',
    oem: 'Usuario OEM',
    superuser: 'Superusuario',
  },
  access: {
    title: 'Acceso a sitios',
    search: 'Buscar sitios',
    has: 'Tiene acceso',
    permission: 'Permiso',
    none: 'Ningún sitio',
    noneFound: 'Ningún sitio tiene este nombre',
    more: (count) => `${counted(count, { one: 'sitio', other: 'sitios' })} más: busque por nombre para verlos`,
    all: 'Un gerente de cuenta tiene acceso a todos los sitios.',
  },
  activation: {
    title: 'Enlace de activación',
    about:
      'El destinatario acepta los términos y elige una contraseña. El enlace funciona una sola vez, durante 7 días.',
    send: 'Enviar correo de activación',
    sent: 'Correo de activación enviado',
    failed: 'Ocurrió un error. Intente de nuevo.',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
  },
  reset2fa: {
    button: 'Restablecer 2FA',
    ask: (name) => `¿Quitar el segundo factor de ${name}?`,
    about:
      'Inicia sesión solo con su contraseña hasta que vincule otro dispositivo. También se eliminan sus códigos de recuperación.',
    done: 'Autenticación eliminada',
    failed: 'No se pudo desactivar 2FA. Intente de nuevo.',
  },
  remove: {
    button: 'ELIMINAR USUARIO',
    ask: (name, site) => `¿Quitar a ${name} de ${site}?`,
    about: 'Pierde el acceso a este sitio, y sus reglas de correo ya no cubren los dispositivos de él.',
    whole: 'QUITAR DEL CLIENTE',
    askWhole: (name, company) => `¿Quitar a ${name} de ${company}?`,
    aboutWhole:
      'Pierde el acceso a todos los sitios de este cliente. Si es su único cliente, también se elimina su cuenta.',
    yes: 'Quitar',
    done: 'Usuario quitado',
  },
  sessions: {
    end: 'Terminar sus sesiones',
    ask: (name) => `¿Terminar todas las sesiones de ${name}?`,
    about: 'Su sesión se cierra de inmediato en todas partes.',
    done: 'Sesiones terminadas',
  },
  noSite: 'primero seleccione un sitio',
  created: 'Usuario creado',
  assigned: 'Usuario agregado',
  addedElsewhere: 'Usuario agregado a otro cliente',
  updated: 'Usuario actualizado',
  unexpected: 'Ocurrió un error inesperado.',
  cancel: 'CANCELAR',
};
