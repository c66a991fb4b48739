import type { texts as English } from '../../texts/proof-test-pdfs.ts';

export const texts: typeof English = {
  ledger: {
    documentTitle: (site) => `Testes de prova, ${site}`,
    title: 'Livro de testes de prova',
    states: { never: 'Nunca testado', overdue: 'Vencido', ok: 'OK' },
    outOfService: 'fora de serviço',
    suspectedDead: 'talvez inoperante',
    columns: {
      sensor: 'Sensor',
      group: 'Grupo',
      state: 'Estado',
      lastPassed: 'Última aprovação',
      age: 'Idade, dias',
      due: 'Prazo',
      by: 'Por',
      comment: 'Comentário',
    },
    made: (time, zone, days) =>
      `Gerado em ${time}, ${zone}. Um sensor está vencido quando seu último teste aprovado tem mais de ${days} dias.`,
    coverage: (percent, ok, all, overdue) =>
      `Cobertura ${percent} %: de ${all} sensores, ${ok} aprovados em um teste no prazo, ` +
      `${overdue} vencidos, ${all - ok - overdue} nunca testados.`,
    device: (title, serialNumber, percent) => `${title}, número de série ${serialNumber}: ${percent} %`,
  },
  codes: {
    documentTitle: (device) => `Códigos de teste, ${device}`,
    title: (device, serialNumber) => `${device}, número de série ${serialNumber}: testes de manutenção`,
    scan: (site) => `${site}. Leia o código para abrir.`,
  },
  noSensors: 'Este dispositivo ainda não informou seus sensores.',
};
