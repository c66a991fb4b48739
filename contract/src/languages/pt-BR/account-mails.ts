import type { texts as English } from '../../texts/account-mails.ts';

export const texts: typeof English = {
  support: (ways) => `Suporte: ${ways}`,
  hello: (name) => (name ? `Olá, ${name},` : 'Olá,'),
  notYou: 'Se não foi você, avise imediatamente seu gerente de conta ou o suporte.',
  activation: {
    subject: 'Ative sua conta do Tocsin',
    text: 'Uma conta foi criada para você. Abra o link, leia os termos e escolha uma senha.',
    button: 'Ativar conta',
    validity: 'O link funciona uma vez, por 7 dias.',
  },
  reset: {
    subject: 'Redefina sua senha do Tocsin',
    text: 'Alguém pediu uma nova senha para sua conta. Se foi você, abra o link e escolha uma.',
    button: 'Escolher nova senha',
    validity: 'O link funciona uma vez, por 24 horas. Se você não pediu, nada mudou e não é preciso fazer nada.',
  },
  newAddress: {
    subject: 'Confirme seu novo endereço de e-mail',
    text: 'Abra o link para usar este endereço na sua conta do Tocsin.',
    button: 'Usar este endereço',
    validity: 'O link funciona uma vez, por 24 horas.',
  },
  addressChangeRequested: {
    subject: 'Foi pedida uma mudança do seu endereço de e-mail',
    text: (email) => `Alguém que entrou na sua conta pediu para mudar o endereço dela para ${email}.`,
    nothingChanged: 'Nada mudou ainda. Se não foi você, troque sua senha agora: isso encerra o pedido.',
  },
  addressChanged: {
    subject: 'Seu endereço de e-mail foi alterado',
    text: (email) => `Sua conta agora usa ${email}.`,
  },
  passwordChanged: {
    subject: 'Sua senha foi alterada',
    text: 'A senha da sua conta foi alterada, e as sessões que usavam a antiga foram encerradas.',
    held: (n: number): string =>
      `${n} ${n === 1 ? 'forma de contato adicionada recentemente não recebe' : 'formas de contato adicionadas recentemente não recebem'} mensagens até que você confirme. O e-mail continua chegando a você.`,
  },
  added: {
    subjects: {
      method: 'Uma forma de contato foi adicionada',
      key: 'Uma chave de API foi adicionada à sua conta',
      calendar: 'Um endereço do seu calendário de plantões foi criado',
    },
    texts: {
      method: (title: string): string =>
        `${title} foi adicionado à sua conta. Depois de verificado, recebe as mensagens destinadas a você.`,
      key: (title: string): string =>
        `A chave de API ${title} foi adicionada. Com ela um programa pode ler o que você pode ler.`,
      calendar: (): string => 'Foi criado um endereço em que seus plantões podem ser lidos sem entrar no sistema.',
    },
    ifNotYou:
      'Se não foi você, remova, altere sua senha e encerre suas outras sessões nas configurações do usuário. Depois avise seu gerente de conta ou o suporte.',
    button: 'Ver',
  },
  providerLinked: {
    subject: 'Sua conta foi vinculada à sua organização',
    text: (issuer) => `A partir de agora, ${issuer} pode dar a você acesso ao cliente que o utiliza.`,
  },
  twoFactor: {
    on: {
      subject: 'Segundo fator configurado',
      text: 'A partir de agora, um segundo fator é pedido quando você entra: um código do seu autenticador ou uma chave de acesso.',
    },
    added: {
      subject: 'Chave de acesso adicionada',
      text: 'Uma chave de acesso foi adicionada à sua conta. Ela dá acesso à conta e vale como segundo fator.',
    },
    removed: {
      subject: 'Chave de acesso removida',
      text: 'Uma chave de acesso foi removida da sua conta. Seus outros segundos fatores continuam valendo.',
    },
    off: {
      subject: 'Segundo fator desativado',
      text: 'O segundo fator da sua conta foi retirado: só a sua senha basta para entrar.',
    },
  },
  contact: {
    subject: (company) => `Você é a pessoa de contato de ${company}`,
    text: (company) => `Você agora é a pessoa de contato de ${company} no Tocsin e um dos gerentes de conta.`,
    button: 'Abrir o Tocsin',
  },
  invitation: {
    subject: (company) => `Convite para ${company}`,
    text: (invitedBy, company) => `${invitedBy} convida você a usar sua conta do Tocsin também para ${company}.`,
    button: 'Ver o convite',
    validity: 'O link funciona uma vez, por 7 dias. Até você aceitar, nada da sua conta é visível para eles.',
    decline: 'Se você não os conhece, recuse ou ignore este e-mail.',
  },
  demoThanks: {
    subject: 'Cadastro realizado',
    text: 'Obrigado pelo interesse no Tocsin. Vamos escrever para você sobre sua demonstração.',
  },
  demoRequest: {
    subject: (company) => `Demonstração solicitada: ${company}`,
    text: 'Alguém se cadastrou para uma demonstração.',
    facts: { name: 'Nome', company: 'Empresa', email: 'E-mail' },
  },
  feedback: {
    subject: (topic) => `Comentário: ${topic}`,
    text: 'Alguém enviou um comentário.',
  },
};
