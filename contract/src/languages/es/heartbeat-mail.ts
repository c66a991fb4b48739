import type { texts as English } from '../../texts/heartbeat-mail.ts';
import { counted } from './words.ts';

export const texts: typeof English = {
  states: {
    ok: 'Todo está bien',
    unknown: 'No se pudieron leer algunos valores',
    warning: 'Algo requiere atención',
    alarm: 'Algo está mal',
  },
  partStates: { ok: 'OK', unknown: 'Desconocido', warning: 'Advertencia', alarm: 'Alarma' },
  aliveAt: (time, zone) => `Tocsin estaba en funcionamiento: ${time} (${zone}).`,
  records: (records, devices, value) =>
    `Valor de control de ${counted(records, { one: 'registro de prueba periódica', other: 'registros de pruebas periódicas' })} en ${counted(devices, { one: 'dispositivo', other: 'dispositivos' })}: ${value}. Conserve este correo: demuestra si un registro se reescribió después.`,
  audit: (day, value) =>
    `Valor de control de la bitácora de auditoría hasta ${day} (UTC): ${value}. Conserve este correo: demuestra si una fila se reescribió o eliminó después.`,
  button: 'Abrir estado del servidor',
  next: (hour) =>
    `El próximo llega mañana a las ${hour}:00. Si no llega, revise el servidor: ninguna otra cosa le avisará.`,
  subject: 'Señal de vida',
  subjectBut: (state) => `Señal de vida, pero: ${state.toLowerCase()}`,
  reason: 'Recibe este correo porque un operador del portal lo pidió en la página de estado del servidor.',
};
