import type { texts as English } from '../../texts/history-import.ts';

export const texts: typeof English = {
  title: 'Importar o passado',
  about:
    'Só para gráficos, exportações e ensaios: leituras importadas não avisam ninguém e não provam nenhuma proteção.',
  choose: 'Escolher um arquivo',
  formats:
    'CSV com uma coluna por sensor ou uma linha por valor; line protocol do InfluxDB; exportações do Tocsin. Até 200 MB.',
  tooLarge: 'O arquivo passa de 200 MB. O operador pode importá-lo pela linha de comando.',
  noLines: 'O arquivo não tem linhas legíveis.',
  found: (format) => `É ${format}.`,
  formatNames: {
    wide: 'um arquivo CSV com uma coluna por sensor',
    long: 'um arquivo CSV com uma linha por valor',
    'line-protocol': 'line protocol do InfluxDB',
  },
  begins: (time) => `Começa em ${time}.`,
  zone: 'Fuso das horas que não indicam nenhum',
  sensorOf: (name) => `Sensor de ${name}`,
  leaveOut: 'Deixar de fora',
  import: 'Importar',
  progress: (percent) => `${percent} % importado`,
  cancel: 'Parar',
  drop: 'Descartar',
  done: (lines, stored) => `${lines} linhas lidas, ${stored} momentos importados.`,
  doubled: (count) => `${count} momentos já existiam.`,
  refused: (count) => `${count} linhas ou valores não puderam ser usados:`,
  line: (line, text) => `Linha ${line}: ${text}`,
};
