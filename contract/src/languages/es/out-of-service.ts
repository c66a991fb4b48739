import type { texts as English } from '../../texts/out-of-service.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  outOfService: 'Fuera de servicio',
  noReason: 'sin motivo indicado',
  review: (when) => `Fuera de servicio, reevaluar ${when}`,
  more: (n) => `y ${n} más`,
  about: (reason, by, until) => `${reason}${by === '' ? '' : `, ${by}`}; reevaluar ${until}`,
  overdue: (until) => `Reevaluación vencida: ${until}`,
  form: {
    reason: 'Motivo',
    reasonMissing: 'Ingrese el motivo',
    tooLong: 'Este campo admite como máximo 1000 caracteres.',
    review: 'Fecha de reevaluación',
    reviewMissing: 'Seleccione la fecha de reevaluación',
    reviewAbout: 'A más tardar en 90 días. Desde esa fecha se recuerda a diario a los gerentes del sitio.',
  },
  sensor: {
    take: 'Poner fuera de servicio',
    takeAsk: (device) => `¿Poner fuera de servicio un sensor de ${device}?`,
    takeAbout:
      'Sus eventos se siguen evaluando y guardando, pero no se notifican a nadie, ni siquiera las alarmas. El paro de la máquina por el dispositivo sigue funcionando.',
    taken: 'El sensor está fuera de servicio',
    back: 'Devolver al servicio',
    backAsk: (name) => `¿Devolver ${name} al servicio?`,
    backAbout:
      'Sus alarmas vuelven a enviar notificaciones, incluida una por cada alarma que esté activa en este momento.',
    label: 'Sensor',
    pick: 'Seleccione el sensor',
    takeOne: (device) => `Poner fuera de servicio un sensor de ${device}`,
  },
  returned: 'De nuevo en servicio',
  pageAbout:
    'Sus alarmas no se notifican a nadie. Desde la fecha de reevaluación se recuerda a diario a los gerentes del sitio.',
  extend: 'Prolongar',
  extendAsk: (name) => `¿Mantener ${name} fuera de servicio por más tiempo?`,
  extendAbout: 'Ingrese un nuevo motivo y una nueva fecha de reevaluación. Sigue fuera de servicio.',
  extended: 'Fecha de reevaluación cambiada',
  page: {
    title: 'Fuera de servicio',
    empty: 'No hay nada fuera de servicio.',
    what: 'Qué',
    reason: 'Motivo',
    by: 'Por',
    review: 'Reevaluación',
    failed: 'No se pudo cargar la lista.',
  },
  mail: {
    subject: (site, count) =>
      `${site}: ${counted(count, { one: 'reevaluación vencida', other: 'reevaluaciones vencidas' })} de lo que está fuera de servicio`,
    text: (site) => `Lo siguiente está fuera de servicio en ${site}, y su fecha de reevaluación ya pasó:`,
    fact: (reason, by, day) => `${reason}${by === '' ? '' : ` (${by})`}, reevaluación vencida: ${day}`,
    todo: 'Sus alarmas no se notifican a nadie. Devuélvalo al servicio, o prolónguelo con un motivo y una nueva fecha de reevaluación.',
    button: 'Abrir la lista',
    foot: (site) => `Recibe este correo una vez al día porque usted es gerente de ${site}.`,
  },
};
