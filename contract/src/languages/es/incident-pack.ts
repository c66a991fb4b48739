import type { texts as English } from '../../texts/incident-pack.ts';

type ReadmeFacts = Parameters<typeof English.readme>[0];

const drawingWords: Readonly<Record<ReadmeFacts['drawings'], string>> = {
  some: 'drawings/*.json          el dibujo de la planta que estaba publicado cuando comenzó la alarma, cada pestaña con estos dispositivos como documento, no como imagen; cada uno indica si se publicó después, porque antes no había ninguno',
  none: 'Ningún dibujo publicado de la planta muestra estos dispositivos.',
  hidden: 'Los dibujos de la planta se omiten: la persona que creó este paquete no puede verlos.',
};

export const texts: typeof English = {
  open: 'Paquete del incidente',
  hint: 'Descarga todo sobre esta alarma en un ZIP',
  progress: (megabytes) => `Paquete del incidente: ${megabytes} MB recibidos`,
  cancel: 'Cancelar',
  saved: 'El paquete del incidente está guardado.',
  failed: 'No se pudo crear el paquete del incidente. Intente de nuevo.',
  onlyAlarms: 'Solo un evento que inicia una condición tiene un paquete del incidente.',
  documentTitle: (device) => `Sensores de ${device}`,
  chartSpan: (from, to) => `${from} a ${to}, un punto por minuto; rojo: en alarma`,
  noSeries: 'El dispositivo no envió nada en este período.',
  readme: (facts) => `Paquete del incidente
${facts.what}
${facts.place}
Comenzó ${facts.at}
Abarca de ${facts.from} a ${facts.to}
Creado ${facts.made} por ${facts.by}

Dispositivos:
${facts.devices.map((line) => `- ${line}`).join('\n')}

story.txt                la historia del incidente tal como se contaba al crear este paquete
events.csv               eventos de estos dispositivos en su orden, con el primero del incidente y qué tan seguro es el orden
who_knows.csv            a quién notificaron las políticas de escalamiento, por qué medio, y qué pasó con cada mensaje
held_back.csv            qué estaba aplazado o fuera de servicio
notes.csv                lo que las personas anotaron sobre estos dispositivos y el sitio
proof_tests.csv          la última prueba periódica terminada de cada sensor antes de la alarma
settings_then.json       reglas de advertencia, unidades, nombres, imágenes y respuestas cuando comenzó la alarma
settings_now.json        lo mismo cuando se creó este paquete
changes.csv              cambios de estos ajustes desde el comienzo del paquete, con sus valores antes y después
clocks.csv               desfase del reloj y retraso de cada dispositivo al comienzo, en la alarma y al final
refused_frames.csv       tramas que no se pudieron guardar
sensors/device_*.csv     todas las lecturas de todos los sensores en resolución completa
sensors/device_*.pdf     lo mismo como gráficos, un punto por minuto
${drawingWords[facts.drawings]}
SHA256SUMS               las sumas de verificación de estos archivos: verifíquelas con 'sha256sum -c SHA256SUMS'

Ajustes de entonces: las reglas y unidades son exactas. Los nombres, imágenes y respuestas se reconstruyen con los cambios registrados; lo que se copió de otro dispositivo desde entonces está solo en changes.csv.
Fuera de servicio: lo que se devolvió al servicio antes de crear este paquete está solo en changes.csv.
${facts.cut.length === 0 ? '' : `Demasiado largo y recortado: ${facts.cut.join(', ')}.\n`}`,
};
