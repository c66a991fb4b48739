import type { texts as English } from '../../texts/event-contents.ts';

export const texts: typeof English = {
  online: 'El dispositivo está en línea',
  ended: 'Sesión terminada',
  silent: (seconds) => `Sin datos desde hace ${seconds} s`,
  death: 'Mensaje de despedida',
  started: 'El dispositivo se reinició',
  startedBoot: (boot) => `El dispositivo se reinició (arranque ${boot})`,
  noData: 'El sensor no envía datos',
  notListed: 'El sensor ya no figura en la lista',
  noStatus: 'Sin estado',
  cleared: 'Alarma terminada',
  lostNode: 'Comunicación perdida',
  shelved: (time, who, reason) => `Aplazado ${time} por ${who}: ${reason}`,
  shelvedLonger: (time, who) => `Aplazado ${time} más por ${who}`,
};
