import type { texts as English } from '../../texts/proposal-mails.ts';

export const texts: typeof English = {
  subject: (device) => `${device}: un cambio de advertencias espera su aprobación`,
  text: (by) =>
    `${by} propuso un cambio que relaja o elimina advertencias. Las reglas vigentes no cambian hasta que otro gerente decida.`,
  site: 'Sitio',
  device: 'Dispositivo',
  reason: 'Motivo',
  removed: 'Se eliminaría:',
  added: 'Se agregaría:',
  how: (device) => `Abra ${device}, después Ajustes, Editar advertencias: la propuesta está encima de las reglas.`,
  button: 'Abrir los dispositivos del sitio',
  foot: (site) => `Recibe este correo porque usted es gerente de ${site}.`,
};
