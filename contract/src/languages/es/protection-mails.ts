import type { texts as English } from '../../texts/protection-mails.ts';
import { counted, plural } from './words.ts';

const entries = (n: number): string => counted(n, { one: 'entrada', other: 'entradas' });
const overdueTests = (n: number): string =>
  counted(n, { one: 'prueba periódica vencida', other: 'pruebas periódicas vencidas' });

export const texts: typeof English = {
  weekly: {
    subject: (site, n) => (n === 0 ? `${site}: todo protege` : `${site}: ${entries(n)} sin protección`),
    none: 'Todo protege: ningún sensor ni dispositivo está aplazado, fuera de servicio, deshabilitado, sin conexión, con prueba vencida ni posiblemente muerto.',
    some: (n, site) =>
      `${entries(n)} en ${site} no ${plural(n, { one: 'le advertiría', other: 'le advertirían' })} ahora.`,
    made: (time, zone) => `Situación de ${time} (${zone}).`,
    share: 'Con funcionamiento comprobado en 30 días',
    shareOf: (share, proven, all) => `${share} % (${proven} de ${all} sensores)`,
    line: (kind, what, why) => `${kind}: ${what}. ${why}`,
    more: (n) => `y ${n} más`,
    button: 'Abrir la lista',
    csv: (url) => `Como CSV: ${url}`,
  },
  monthly: {
    none: (site, month) => `${site}: ninguna hora en marcha en ${month}`,
    about: (month) =>
      `Horas protegidas de ${month}: horas en marcha en las que cada sensor exigido podía avisar a alguien.`,
    line: (device, what) => `${device}: ${what}`,
    button: 'Abrir horas protegidas',
  },
  overdue: {
    subject: (site, n) => `${site}: ${overdueTests(n)}`,
    about: (n, site, days) =>
      `${overdueTests(n)} en ${site}. El intervalo es de ${counted(days, { one: 'día', other: 'días' })}.`,
    line: (what, last) => `${what}: última aprobada ${last}`,
    button: 'Abrir pruebas periódicas',
  },
  reason: 'Recibe este correo porque usted es gerente de este sitio. Puede desactivarlo en su configuración.',
  setting:
    'Correo semanal sobre lo que no protege, correo mensual de horas protegidas y recordatorios de pruebas periódicas vencidas',
  settingHelp:
    'Para los sitios de los que usted es gerente, cada lunes y el primer día de cada mes a las 07:00, hora del sitio.',
  saved: 'Configuración guardada.',
};
