import type { texts as English } from '../../texts/history-import.ts';

export const texts: typeof English = {
  title: 'Importar el pasado',
  about:
    'Solo para gráficos, exportaciones y ensayos: las lecturas importadas no avisan a nadie ni prueban ninguna protección.',
  choose: 'Elegir un archivo',
  formats:
    'CSV con una columna por sensor o una línea por valor; line protocol de InfluxDB; exportaciones de Tocsin. Hasta 200 MB.',
  tooLarge: 'El archivo supera los 200 MB. El operador puede importarlo desde la línea de comandos.',
  noLines: 'El archivo no tiene líneas legibles.',
  found: (format) => `Es ${format}.`,
  formatNames: {
    wide: 'un archivo CSV con una columna por sensor',
    long: 'un archivo CSV con una línea por valor',
    'line-protocol': 'line protocol de InfluxDB',
  },
  begins: (time) => `Empieza el ${time}.`,
  zone: 'Zona horaria de las horas que no indican ninguna',
  sensorOf: (name) => `Sensor de ${name}`,
  leaveOut: 'Omitir',
  import: 'Importar',
  progress: (percent) => `${percent} % importado`,
  cancel: 'Detener',
  drop: 'Descartar',
  done: (lines, stored) => `${lines} líneas leídas, ${stored} momentos importados.`,
  doubled: (count) => `${count} momentos ya estaban.`,
  refused: (count) => `${count} líneas o valores no se pudieron tomar:`,
  line: (line, text) => `Línea ${line}: ${text}`,
};
