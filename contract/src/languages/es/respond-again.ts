import type { texts as English } from '../../texts/respond-again.ts';

export const texts: typeof English = {
  subject: (what) => `SIGUE ACTIVA: ${what}`,
  text: (minutes) =>
    `Usted reconoció esta alarma. Sigue activa, y su plazo de respuesta de ${minutes} min ya se cumplió.`,
  next: (minutes) =>
    `Si la está atendiendo, coméntela en la bitácora en un plazo de ${minutes} min. De lo contrario deberá reconocerse de nuevo, y sus políticas de escalamiento notificarán a las personas desde su primer paso.`,
  facts: { site: 'Sitio', since: 'Activa desde', acknowledged: 'Reconocida' },
  button: 'Abrir la bitácora',
  foot: 'Recibe este correo porque usted reconoció la alarma.',
  by: 'Plazo de respuesta',
  reason: (minutes) => `Sigue activa ${minutes} min después del reconocimiento, y nadie comentó tras el recordatorio.`,
};
