import type { texts as English } from '../../texts/tour.ts';

export const texts: typeof English = {
  where: {
    title: 'Onde você está',
    text: 'Cliente, local e dispositivo. Todas as páginas tratam do que você escolhe aqui; cada aba do navegador mantém sua própria escolha.',
  },
  age: {
    title: 'Todo valor tem sua idade',
    text: 'O painel mostra um dispositivo ao vivo. Ao lado de cada valor está a idade dele; um valor antigo fica cinza. Confie na idade, não só no número.',
  },
  graphs: {
    title: 'Como se chegou a isto',
    text: 'Os gráficos vão dos últimos dez minutos a trinta dias e além. Faixas vermelhas são alarmes; nos trechos hachurados nada foi recebido.',
  },
  bell: {
    title: 'Alarmes',
    text: 'O número conta o que está ativo agora. Um alarme também põe uma linha vermelha acima de cada página. Reconheça-o ali, para os outros verem quem está cuidando dele. O que se normalizou sem ser visto fica no log até que alguém o reconheça.',
  },
  reach: {
    title: 'Quem é notificado',
    text: 'Plantão mostra quem é notificado de um alarme, e quem é o próximo se ninguém o reconhecer. Em Minhas notificações, no seu próprio menu, adicione seu celular ou este navegador e teste-os.',
  },
  protection: {
    title: 'O que não protege agora',
    text: 'Tudo o que não avisaria você neste momento: adiado, fora de serviço, offline, com teste vencido ou talvez inoperante. O número diz quanto é.',
  },
  sites: {
    title: 'Configure',
    text: 'Locais contêm dispositivos e pessoas. Adicione um dispositivo com o número de série e o código que estão nele, depois as pessoas com o que podem fazer.',
  },
  plant: {
    title: 'Sua planta em um desenho',
    text: 'Desenhe máquinas, associe seus sensores, publique. Então todos veem de relance onde algo está errado, agora ou em qualquer momento passado.',
  },
  help: {
    title: 'Quando tiver dúvida',
    text: 'O ponto de interrogação explica a página em que você está; no celular ele fica em Mais. Este tour pode ser visto de novo por ali.',
  },
};
