import type { texts as English } from '../../texts/policy-tests.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  isRunning: 'Um teste desta política já está em andamento.',
  isOver: 'Este teste terminou.',
  what: (policy) => `Teste da política de escalonamento “${policy}”`,
  everySite: 'Todos os locais',
  noDevice: 'Nenhum: isto é um teste',

  title: 'Testes reais',
  titleOf: (policy) => `Testes reais de “${policy}”`,
  about: 'As etapas são executadas como em um alarme, e toda mensagem é marcada como teste. Nada é escrito no log.',
  never: 'Nunca testada',
  tested: 'Testada',
  due: 'Teste pendente',
  running: 'Teste em andamento',
  open: 'Testes',
  openOf: (policy) => `Testes de ${policy}`,
  start: 'Iniciar um teste',
  starting: (people) => `Iniciar um teste desta política? ${people}`,
  notifies: (steps) =>
    steps === 1
      ? 'A etapa dela notifica pessoas agora.'
      : `As ${steps} etapas dela notificam pessoas até alguém reconhecer.`,
  started: 'Teste iniciado',
  cancelTest: 'Cancelar o teste',
  cancelled: 'Teste cancelado',
  failed: 'Não foi possível carregar os testes.',
  none: 'Nenhum teste ainda.',
  noRight: 'Gerentes iniciam testes.',
  states: {
    running: 'Em andamento',
    acknowledged: 'Reconhecido',
    unanswered: 'Ninguém reconheceu',
    cancelled: 'Cancelado',
  },
  startedBy: (name) => `iniciado por ${name}`,
  acknowledgedBy: (name, after) => `por ${name} após ${after}`,
  cancelledBy: (name) => `por ${name}`,
  policyRemoved: 'a política foi removida',
  details: 'Quem foi notificado',
  close: 'Fechar',
  more: (count) =>
    plural(count, {
      one: `${count} teste mais antigo não é mostrado.`,
      other: `${count} testes mais antigos não são mostrados.`,
    }),

  reminder: {
    subject: (count) =>
      plural(count, {
        one: `${count} política de escalonamento precisa de um teste`,
        other: `${count} políticas de escalonamento precisam de um teste`,
      }),
    text: 'Uma política que ninguém testou por três meses pode não alcançar ninguém. Um teste leva minutos: ele notifica as pessoas da política, e toda mensagem diz que é um teste.',
    never: 'nunca testada',
    last: (day) => `último teste em ${day}`,
    button: 'Abrir Plantão',
    foot: 'Você recebe este e-mail porque gerencia estes locais.',
  },
};
