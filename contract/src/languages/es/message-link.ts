import type { texts as English } from '../../texts/message-link.ts';

export const texts: typeof English = {
  title: 'Reconocer',
  loading: 'Cargando la alarma',
  unknownTitle: 'Este enlace no funciona',
  unknown:
    'No pertenece a ningún mensaje suyo, o usted ya no puede abrir el dispositivo. Inicie sesión para ver qué está activo.',
  failed: 'No se pudo cargar la alarma.',
  again: 'Intentar de nuevo',
  to: (name) => `Enviado a ${name}`,
  active: 'Activa',
  test: 'Prueba: no ocurrió nada en la planta',
  cleared: 'Normalizada',
  facts: { site: 'Sitio', device: 'Dispositivo', sensor: 'Sensor', since: 'Desde', priority: 'Prioridad' },
  comment: 'Comentario (opcional)',
  button: 'Reconocer',
  help: 'Usted confirma que tiene conocimiento de esto y se hace cargo. Después no se notifica a nadie más.',
  by: (who, at) => `Reconocida por ${who}, ${at}`,
  used: 'Usted la reconoció con este mensaje.',
  late: 'Otra persona la reconoció antes. Aquí ya no hay nada que hacer.',
  expired: 'Este enlace tiene más de 24 horas. Inicie sesión para reconocer.',
  signIn: 'Abrir el portal',
};
