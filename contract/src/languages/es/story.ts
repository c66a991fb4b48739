import type { texts as English } from '../../texts/story.ts';

export const texts: typeof English = {
  close: 'Terminar la historia',
  notYet: {
    values: 'La demostración acaba de iniciarse. Los primeros valores llegan en menos de un minuto.',
    bearing: 'Todavía no se ha calentado ningún rodamiento. Esta página lo seguirá por sí sola en cuanto ocurra.',
    night:
      'La demostración todavía está escribiendo sus últimas semanas. La alarma aparece aquí sola, por lo general en dos minutos.',
    shelf:
      'Aún no hay nada aplazado. En la demostración ocurre en los dos minutos siguientes a las primeras advertencias.',
    alarm: 'Aún no hay ninguna alarma guardada. Cada una tendrá el botón “Paquete del incidente”.',
  },
  warming: {
    title: 'Un rodamiento se calienta',
    text: 'Cada 20 minutos el rodamiento de cabeza de Leg 1 se calienta. Cada tarjeta muestra un valor, sus límites, sus últimos minutos y su antigüedad. Una alarma llega a cada página abierta en menos de un segundo.',
  },
  graph: {
    title: 'Cómo se llegó a esto',
    text: 'El mismo rodamiento a lo largo del tiempo. Las franjas rojas son alarmas; los huecos siguen siendo huecos. Compárelo con ayer o arrastre otro sensor sobre el gráfico.',
  },
  rule: {
    title: 'Una regla probada con el pasado',
    text: 'Presione Probar: una regla de advertencia recorre las últimas semanas de lecturas reales y muestra cada mensaje que habría enviado, antes de despertar a nadie.',
  },
  night: {
    title: 'Una alarma de noche',
    text: 'Se normalizó antes de que alguien la viera. Sigue aquí, y en la campana, hasta que una persona la reconozca.',
  },
  escalation: {
    title: 'Alguien responde',
    text: 'Una alarma llega a quien está de guardia y luego al siguiente, hasta que una persona la reconoce. Un lapso que nadie cubre se ve en rojo semanas antes de que empiece.',
  },
  shelf: {
    title: 'En silencio, pero no para siempre',
    text: 'Un sensor intermitente fue aplazado: con un motivo, un nombre y un final. Su tarjeta sigue mostrando la verdad.',
  },
  protection: {
    title: 'Lo que ahora no protege',
    text: 'Todo lo aplazado, fuera de servicio, sin conexión, con la prueba periódica vencida o posiblemente muerto, en una página.',
  },
  handover: {
    title: 'La entrega de turno de la mañana',
    text: 'Lo que pasó desde que empezó el turno, lo que sigue abierto y quién lo recibió.',
  },
  film: {
    title: 'La planta tal como estaba',
    text: 'El dibujo en el momento de la alarma. Reprodúzcalo hacia adelante, hasta 300 veces más rápido.',
  },
  pack: {
    title: 'Todo en un archivo',
    text: 'Paquete del incidente: el orden de los eventos, las lecturas alrededor, a quién se notificó y cada límite de entonces, con sumas de verificación. Esa fue la historia; todo aquí está a su disposición.',
  },
};
