import type { texts as English } from '../../texts/gateways.ts';

export const texts: typeof English = {
  title: 'Credencial de gateway',
  about: (site) =>
    `Un nodo edge de Sparkplug, una pasarela o un servidor LoRaWAN (ChirpStack, The Things Stack) que inicia sesión con esta credencial puede publicar para todos los dispositivos de ${site} y para ningún otro. Los dispositivos individuales no la necesitan: inician sesión con su número de serie y código.`,
  next: 'Cree la credencial e introdúzcala en la pasarela. Lo que esta envíe de dispositivos desconocidos espera en Añadir un dispositivo.',
  none: 'Este sitio no tiene credencial de gateway.',
  standing: (name, by) => `Nombre de usuario ${name}, creado por ${by || 'una persona'},`,
  once: 'La contraseña se muestra una sola vez. Ingrésela ahora en el nodo edge, la pasarela o el servidor.',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'No se pudo copiar. Seleccione el texto y cópielo a mano.',
  make: 'Crear credencial',
  anew: 'Reemplazar credencial',
  anewAsk: '¿Reemplazar la credencial?',
  anewAbout:
    'La credencial anterior deja de funcionar de inmediato: sus nodos edge quedan desconectados hasta que tengan la contraseña nueva.',
  remove: 'Revocar credencial',
  removeAsk: '¿Revocar la credencial?',
  removeAbout: 'Sus nodos edge quedan desconectados de inmediato, y sus dispositivos pasan a sin conexión.',
  removed: 'Credencial revocada',
  failed: 'Ocurrió un error. Intente de nuevo.',
  modbus: {
    title: 'Redes Modbus',
    about:
      'Los dispositivos Modbus solo se consultan dentro de estas redes. El operador las asigna a un sitio; sin redes propias, los dispositivos con código impreso se consultan en las redes de la instalación, y los demás solo mientras haya un único cliente.',
    label: 'Redes, una tras otra; vacío: ninguna propia',
    none: 'El operador no ha asignado redes propias a este sitio.',
    save: 'Guardar redes',
    saved: 'Redes guardadas',
  },
};
