import type { texts as English } from '../../texts/ui.ts';
import { counted } from './words.ts';

/** What a removal names, with its article. */
const kinds: ReadonlyMap<string, string> = new Map([
  ['client', 'o cliente'],
  ['site', 'o local'],
  ['device', 'o dispositivo'],
]);

export const texts: typeof English = {
  loading: 'Carregando...',
  again: 'Tentar de novo',
  close: 'Fechar',
  clear: 'Limpar',
  cancel: 'Cancelar',
  cancelForm: 'CANCELAR',
  notSaved: 'Nada foi salvo: não foi possível alcançar o portal. O que você digitou continua aqui.',
  newerVersion: 'Mostrar a versão mais nova',
  draft: 'Este é o seu rascunho, que não foi salvo.',
  discardDraft: 'Descartar o rascunho',
  leave: 'O que você alterou não está salvo. Sair desta página?',
  wentWrong: 'Algo deu errado. Atualize a página',
  notLoaded:
    'Sem conexão com o servidor. Esta página não tinha sido aberta antes, então ainda não pode ser mostrada. Ela abre sozinha quando a conexão voltar.',
  noSuchPage: 'Esta página não existe',
  toStart: 'Ir para o início',
  nothingFound: 'Nada encontrado',
  removal: {
    title: (kind, name) => `Remover ${kinds.get(kind) ?? kind} ${name}?`,
    all: 'Remover tudo',
    remove: 'Remover',
    dependents: 'Vão junto:',
    sites: (count) => counted(count, { one: 'local', other: 'locais' }),
    devices: (count) => counted(count, { one: 'dispositivo', other: 'dispositivos' }),
    usedIn: (schemas) => `em uso em ${schemas}`,
    typeName: (name) => `Digite o nome: ${name}`,
    restorable: 'A operadora do portal pode restaurar em até 30 dias; depois o histórico é excluído.',
  },
  ago: (span) => `há ${span}`,
  since: (moment) => `desde ${moment}`,
  fromTo: (from, to) => `${from} a ${to}`,
  now: 'agora',
  never: 'nunca',
  lasting: (span) => `por ${span}`,
  chartKeys: {
    zoom: ['Arrastar', 'Ampliar um gráfico'],
    whole: ['Clique duplo', 'O gráfico inteiro de novo'],
    wheel: ['Ctrl e roda', 'Zoom no gráfico'],
    pan: ['Shift e arrastar', 'Mover ao longo de um gráfico'],
  },
  summary: {
    lastFrame: 'Último pacote',
    never: 'nenhum ainda',
    active: 'Ativo agora',
    alarms: (count) => counted(count, { one: 'alarme', other: 'alarmes' }),
    warnings: (count) => counted(count, { one: 'advertência', other: 'advertências' }),
    nothing: 'nada',
    proof: 'Teste de prova',
    none: 'nada a testar',
  },
};
