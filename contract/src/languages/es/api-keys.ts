import type { KeyScope } from '../../access.ts';
import type { texts as English } from '../../texts/api-keys.ts';

const scopes: Readonly<Record<KeyScope, { readonly name: string; readonly about: string }>> = {
  live: { name: 'En vivo', about: 'valores en vivo y alarmas activas' },
  history: { name: 'Historial', about: 'gráficos, registros, CSV' },
  notifications: { name: 'Notificaciones', about: 'la bitácora y las notificaciones activas' },
};

export const texts: typeof English = {
  title: 'Claves de API',
  about:
    'Con una clave, un programa puede leer los datos que usted puede ver, pero no cambiar nada. Deja de funcionar cuando usted pierde ese acceso.',
  back: 'Configuración del usuario',
  docs: 'Cómo llamar',
  make: 'Clave nueva',
  none: 'Aún no hay claves',
  noneText:
    'Cree una para un programa que lea datos, como un historiador de datos, una hoja de cálculo o una pantalla propia.',
  failed: 'Ocurrió un error. Intente de nuevo.',
  scopes,
  everything: 'Todo lo que usted puede ver',
  columns: {
    name: 'Nombre',
    reads: 'Puede leer',
    client: 'Cliente',
    used: 'Último uso',
    ends: 'Vence',
    actions: 'Acciones',
  },
  never: 'nunca',
  from: 'desde',
  expired: 'Vencida',
  inForce: 'Vigente',
  revoke: 'Revocar',
  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeBody: 'Todo programa que la use es rechazado de inmediato. Una clave revocada no se puede recuperar.',
  revoked: 'La clave quedó revocada',
  keep: 'Cancelar',
  form: {
    title: 'Clave de API nueva',
    name: 'Nombre',
    nameHelp: 'El programa que la usa',
    nameMissing: 'Ingrese un nombre',
    nameLong: 'Este campo admite como máximo 60 caracteres.',
    scopes: 'Puede leer',
    scopesMissing: 'Elija al menos un tipo de datos.',
    client: 'Cliente',
    days: 'Vence después de',
    password: 'Su contraseña',
    passwordMissing: 'Ingrese su contraseña',
    submit: 'CREAR CLAVE',
    cancel: 'CANCELAR',
  },
  life: [
    { days: 30, text: '30 días' },
    { days: 90, text: '90 días' },
    { days: 365, text: '1 año' },
  ],
  fresh: {
    title: 'Su clave nueva',
    once: 'Cópiela ahora: se muestra una sola vez.',
    copy: 'Copiar clave',
    copied: 'Clave copiada',
    call: 'Pruébela:',
    done: 'LISTO',
  },
};
