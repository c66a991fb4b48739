import type { texts as English } from '../../texts/story.ts';

export const texts: typeof English = {
  close: 'Encerrar a história',
  notYet: {
    values: 'A demonstração acabou de iniciar. Os primeiros valores chegam em menos de um minuto.',
    bearing: 'Nenhum mancal esquentou ainda. Esta página acompanha sozinha assim que acontecer.',
    night:
      'A demonstração ainda está gravando suas últimas semanas. O alarme aparece aqui sozinho, em geral em dois minutos.',
    shelf: 'Nada foi adiado ainda. Na demonstração isso acontece até dois minutos depois das primeiras advertências.',
    alarm: 'Nenhum alarme foi gravado ainda. Cada um terá o botão “Dossiê do incidente”.',
  },
  warming: {
    title: 'Um mancal esquenta',
    text: 'A cada 20 minutos o mancal da cabeça de Leg 1 esquenta. Cada cartão mostra um valor, seus limites, seus últimos minutos e sua idade. Um alarme chega a cada página aberta em menos de um segundo.',
  },
  graph: {
    title: 'Como se chegou a isto',
    text: 'O mesmo mancal ao longo do tempo. Faixas vermelhas são alarmes, lacunas continuam lacunas. Compare com ontem ou arraste outro sensor para o gráfico.',
  },
  rule: {
    title: 'Uma regra experimentada no passado',
    text: 'Pressione Experimentar: uma regra de advertência percorre as últimas semanas de leituras reais e mostra cada mensagem que teria enviado, antes de acordar alguém.',
  },
  night: {
    title: 'Um alarme à noite',
    text: 'Ele se normalizou antes que alguém o visse. Fica aqui, e no sino, até que uma pessoa o reconheça.',
  },
  escalation: {
    title: 'Alguém responde',
    text: 'Um alarme vai a quem está de plantão, depois ao próximo, até que uma pessoa o reconheça. Um período que ninguém cobre fica vermelho, semanas antes de começar.',
  },
  shelf: {
    title: 'Silencioso, mas não para sempre',
    text: 'Um sensor intermitente foi adiado: com um motivo, um nome e um fim. Seu cartão continua mostrando a verdade.',
  },
  protection: {
    title: 'O que não protege agora',
    text: 'Tudo o que está adiado, fora de serviço, offline, com teste vencido ou talvez inoperante, em uma página.',
  },
  handover: {
    title: 'A passagem de turno da manhã',
    text: 'O que aconteceu desde o início do turno, o que continua aberto e quem assumiu.',
  },
  film: {
    title: 'A planta como estava',
    text: 'O desenho no momento do alarme. Reproduza para a frente, até 300 vezes mais rápido.',
  },
  pack: {
    title: 'Tudo em um arquivo',
    text: 'Dossiê do incidente: a ordem dos eventos, as leituras ao redor, quem foi notificado e cada limite da época, com somas de verificação. Esta foi a história; tudo aqui está à sua disposição.',
  },
};
