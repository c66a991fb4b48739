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
  unitSubject: (device) => `${device}: hay advertencias que no se evalúan`,
  unitText:
    'La unidad de un sensor ha cambiado y no se puede convertir a la unidad en la que se escribieron estas advertencias. Hasta que alguien las introduzca de nuevo, no avisan.',
  unitRules: 'Sin evaluar:',
  unitHow: (device) =>
    `Abra ${device}, después Ajustes, Editar advertencias, e introduzca los valores en la unidad nueva.`,
  button: 'Abrir los dispositivos del sitio',
  foot: (site) => `Recibe este correo porque usted es gerente de ${site}.`,
};
