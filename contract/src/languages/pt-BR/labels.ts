import type { texts as English } from '../../texts/labels.ts';

export const texts: typeof English = {
  print: 'Etiquetas QR',
  title: 'Etiquetas QR',
  about: 'O código contém um endereço e nenhum segredo. Quem o lê entra primeiro na conta.',
  what: 'Dispositivos e máquinas',
  all: 'Todos',
  kinds: { device: 'dispositivo', machine: 'máquina' },
  format: 'Folha ou etiqueta',
  make: 'Criar o PDF',
  notScanned: (n) => (n === 1 ? '1 não foi lida desde a impressão' : `${n} não foram lidas desde a impressão`),
  scanned: (when, who) => `lida ${when}, ${who}`,
  notYet: 'ainda não lida',
  opens: 'Valores ao vivo, ronda, teste, fora de serviço',
  danger: 'Perigo? Aperte o botão de parada.',
  page: {
    place: (site) => `${site}, por etiqueta`,
    gone: 'Esta etiqueta não abre nada. Aquilo para que foi impressa foi removido, ou você não tem acesso.',
    noValues: 'Nada foi enviado ainda.',
    offline: 'O dispositivo está offline.',
    asOf: (when) => `Às ${when}`,
    allOk: (n) => `Todos os ${n} sensores OK`,
    others: (n) => `Mais ${n} valores`,
    test: 'Teste',
    note: 'Nota',
    notePlaceholder: 'O que a próxima pessoa deve saber',
    addNote: 'Adicionar nota',
    noteAdded: 'Nota adicionada.',
    needsServer:
      'Rondas, notas e a conclusão de tarefas funcionam sem rede. Testes, colocar fora de serviço, reconhecer e adiar precisam do servidor.',
  },
};
