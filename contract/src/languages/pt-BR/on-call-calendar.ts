import type { texts as English } from '../../texts/on-call-calendar.ts';

export const texts: typeof English = {
  name: 'De plantão',
  summary: (rotation) => `De plantão: ${rotation}`,
  turn: 'Sua vez na escala.',
  override: 'Sua substituição.',
  heading: 'Calendário dos seus plantões',
  about:
    'Um endereço secreto pelo qual um programa de calendário lê quando você está de plantão. Quem o tiver pode ler seus plantões.',
  make: 'Gerar endereço',
  again: 'Gerar novo endereço',
  revoke: 'Revogar',
  revoked: 'O endereço foi revogado.',
  made: (at) => `Gerado em ${at}`,
  used: (at) => `última leitura ${at}`,
  unused: 'ainda não lido',
  once: 'Copie-o agora: ele só é mostrado uma vez. Ele substitui o endereço anterior.',
  address: 'Endereço do seu calendário',
  copy: 'Copiar',
  copied: 'Copiado',
};
