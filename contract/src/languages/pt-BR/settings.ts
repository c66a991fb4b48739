import type { texts as English } from '../../texts/settings.ts';
import { counted, plural } from './words.ts';

export const texts: typeof English = {
  hub: {
    title: 'Configurações OEM',
    groups: { settings: 'Configurações do portal', operation: 'Operação' },
    reset: {
      act: 'Restaurar padrões',
      ask: {
        title: 'Restaurar todas as configurações padrão?',
        body: 'Contatos de suporte, estilos próprios, feeds RSS, gateway de SMS, e-mail diário e prazos da auditoria ficam como em uma instalação nova, e a equipe precisa de um segundo fator. Páginas estáticas, clientes e seus dados permanecem.',
      },
      done: 'Configurações restauradas',
    },
    cards: {
      rss: {
        title: 'Feeds RSS',
        action: 'Editar campos',
        about: 'Todos que entraram podem ver os feeds na barra lateral.',
      },
      styles: {
        title: 'Estilos próprios',
        action: 'Páginas estáticas e CSS',
        about: 'Os links das páginas estáticas aparecem no rodapé.',
      },
      contacts: {
        title: 'Contatos de suporte',
        action: 'Configurar contatos',
        about: 'Mostrados no menu do perfil, em páginas de erro e no fim de cada e-mail.',
      },
      secondFactor: {
        title: 'Segundo fator',
        action: 'Segundo fator da equipe',
        about: 'Se a equipe da operadora precisa de um código do celular para entrar.',
      },
      sms: {
        title: 'SMS',
        action: 'Gateway de SMS',
        about: 'Como as mensagens de texto são enviadas e como as respostas voltam.',
      },
      health: {
        title: 'Saúde',
        action: 'Saúde do servidor',
        about: 'Adaptadores, gravação, banco de dados, disco, e-mail, jobs, backups: valores, limites e o que fazer.',
      },
      registry: {
        title: 'Cadastro de dispositivos',
        action: 'Dispositivos fabricados',
        about: 'Números de série e códigos que podem ser vinculados, importados de arquivos CSV.',
      },
      unknown: {
        title: 'Edge nodes desconhecidos',
        action: 'Ainda não vinculados',
        about: 'Edge nodes e endereços que enviam dados, mas ainda não pertencem a um dispositivo.',
      },
      mailbox: {
        title: 'E-mails de saída',
        action: 'E-mails e seu estado',
        about: 'E-mails na fila, enviados e com falha; sem servidor de e-mail, os próprios e-mails.',
      },
      removed: {
        title: 'Removidos',
        action: 'Restaurar',
        about: 'Clientes, locais e dispositivos dos últimos 30 dias.',
      },
      audit: {
        title: 'Trilha de auditoria',
        action: 'Alterações de usuários',
        about: 'Quem alterou o quê, quando e de onde.',
      },
    },
  },
  rss: {
    title: 'Feeds RSS',
    back: 'Configurações OEM',
    about:
      'O portal lê cada feed a cada 30 minutos e mostra as 20 entradas mais recentes na barra lateral, só como texto.',
    empty: 'Nenhum feed ainda',
    emptyAbout: 'Adicione um, como as notícias da sua empresa. Todos que entraram veem as entradas na barra lateral.',
    item: (n) => `Feed ${n}`,
    name: { label: 'Título', missing: 'Informe o título' },
    description: { label: 'Descrição', missing: 'Informe a descrição' },
    url: { label: 'URL', missing: 'Informe a URL' },
    remove: 'Excluir',
    add: 'Adicionar campo',
    save: 'SALVAR',
    saved: 'Feeds RSS salvos',
    fetched: 'Lido',
    never: 'Ainda não lido',
    failed: (why) => `Não foi possível ler: ${why}`,
  },
  contacts: {
    title: 'Contatos de suporte',
    address: 'Endereço do suporte',
    addressTooLong: 'Este campo aceita no máximo 255 caracteres',
    phone: 'Telefone do suporte',
    email: { label: 'E-mail do suporte', invalid: 'Isto não é um e-mail válido.' },
    save: 'SALVAR',
    saved: 'Contatos de suporte salvos',
    empty: 'Ocorreu um erro. Verifique sua conexão com a internet.',
  },
  secondFactor: {
    title: 'Segundo fator da equipe',
    staff: 'Equipe da operadora',
    required: 'Obrigatório',
    optional: 'Opcional',
    about:
      'A equipe vê todos os clientes. Se for obrigatório, quem da equipe não tem segundo fator só consegue abrir a configuração dele, e suas chaves de API deixam de funcionar até isso ser feito. Cada cliente decide por suas próprias pessoas na página do cliente.',
    count: (staff, without) => {
      const people = counted(staff, { one: 'pessoa', other: 'pessoas' });
      return without === 0 ? `${people}, todas com segundo fator.` : `${people}, ${without} sem segundo fator.`;
    },
    fixed: 'A configuração TOCSIN_STAFF_SECOND_FACTOR no servidor decide isto. Remova-a e reinicie para alterar aqui.',
    readOnly: 'Só superusuários podem alterar isto.',
    require: 'Exigir segundo fator',
    requireAsk: 'Exigir segundo fator da equipe da operadora?',
    requireAbout: (without) =>
      without === 0
        ? 'Todos da equipe da operadora têm um.'
        : plural(without, {
            one: `${without} pessoa não tem. A partir de agora ela só consegue abrir a configuração dele.`,
            other: `${without} pessoas não têm. A partir de agora elas só conseguem abrir a configuração dele.`,
          }),
    nowRequired: 'A equipe da operadora agora precisa de um segundo fator',
    end: 'Tornar opcional',
    endAsk: 'Deixar a equipe da operadora entrar sem segundo fator?',
    endAbout: 'Uma senha roubada passa a bastar para ler e alterar os dados de todos os clientes.',
    nowOptional: 'A equipe da operadora agora pode entrar sem segundo fator',
    wayBack:
      'Se ninguém mais conseguir entrar, execute no servidor: npm run tocsin -- reset-second-factor --email E-MAIL. Essa pessoa então configura um novo.',
  },
  styles: {
    title: 'Estilos próprios',
    css: 'Folha de estilo',
    cssAbout:
      'Altera a aparência das páginas para todos. Não pode carregar outros arquivos. Alarmes, avisos na tela e mensagens de conexão mantêm sua própria aparência. :root é a página inteira.',
    preview: 'Prévia',
    save: 'SALVAR',
    saved: 'Estilos próprios salvos',
    newer: 'Mostrar a versão mais nova',
    pages: 'Páginas estáticas',
    pagesAbout: 'Os links delas aparecem no rodapé, nesta ordem.',
    add: 'Adicionar página',
    edit: 'Alterar',
    remove: 'Remover',
    removeAsk: (title) => `Remover a página ${title}?`,
    removeAbout: 'O link dela é removido de todas as páginas.',
    removed: 'Página removida',
    pageSaved: 'Página salva',
    none: 'Nenhuma página estática',
    addTitle: 'Adicionar página',
    editTitle: (title) => `Alterar ${title}`,
    name: { label: 'Título', missing: 'Informe o título' },
    slug: {
      label: 'Slug',
      help: 'Deixe vazio para criá-lo a partir do título.',
      shape: 'Use letras minúsculas, dígitos e hifens',
    },
    order: 'Ordem',
    content: 'Conteúdo',
    cancel: 'CANCELAR',
    tools: {
      bar: 'Ferramentas de texto',
      bold: 'Negrito',
      italic: 'Itálico',
      heading: 'Título',
      paragraph: 'Parágrafo',
      bullets: 'Lista com marcadores',
      numbers: 'Lista numerada',
      link: 'Link',
      unlink: 'Remover link',
      linkAsk: 'Endereço do link (https://...)',
      linkSet: 'Definir link',
      linkShape: 'Use um endereço que comece com https://, http://, mailto: ou tel:',
      asHtml: 'Editar como HTML',
      htmlOnly: (elements) => `Esta página tem formatos que só o HTML mostra: ${elements.join(', ')}`,
    },
  },
  unknown: {
    title: 'Edge nodes desconhecidos',
    about:
      'Edge nodes dos quais este servidor recebeu dados desde que iniciou, os mais recentes primeiro. Os dados deles não são armazenados.',
    columns: {
      address: 'GROUP / EDGE NODE / DEVICE',
      convention: 'PROTOCOLO',
      via: 'RECEBIDO POR',
      messages: 'MENSAGENS',
      last: 'ÚLTIMA MENSAGEM',
    },
    conventions: { sparkplug: 'Sparkplug B', json: 'JSON' },
    broker: 'Broker externo',
    gateway: (site, company) => `Gateway de ${site}, ${company}`,
    claim: 'Vincular como dispositivo',
    otherSite: 'O dispositivo dele pertence a outro local',
    noName: 'Este nome não é um UDF ID válido',
    empty: 'Nenhum edge node desconhecido',
    emptyAbout:
      'Cada edge node que envia pertence a um dispositivo. Um com nome desconhecido aparece aqui quando envia, com um link para vinculá-lo.',
    failed: 'Ocorreu um erro. Tente novamente.',
  },
  registry: {
    title: 'Cadastro de dispositivos',
    search: 'Buscar por número de série',
    all: 'Todos',
    free: 'Livres',
    claimed: 'Vinculados',
    state: 'Estado',
    import: 'Importar CSV',
    about: 'Colunas: serial_number, code, device_type (F500, 0300, 0005, 0006, F500-UDF).',
    columns: { serial: 'NÚMERO DE SÉRIE', type: 'TIPO', claimed: 'VINCULADO COMO', imported: 'IMPORTADO' },
    freeRow: 'Livre',
    empty: 'Nenhum dispositivo está cadastrado',
    emptyFound: 'Nenhum número de série corresponde',
    result: (added, changed, unchanged) =>
      [
        counted(added, { one: 'adicionado', other: 'adicionados' }),
        counted(changed, { one: 'alterado', other: 'alterados' }),
        counted(unchanged, { one: 'inalterado', other: 'inalterados' }),
      ].join(', '),
    badTitle: (bad) => counted(bad, { one: 'linha não pode ser importada', other: 'linhas não podem ser importadas' }),
    line: (line, serial, text) => `Linha ${line}${serial ? ` (${serial})` : ''}: ${text}`,
    takeGood: (good) =>
      plural(good, { one: `Importar ${good} linha válida`, other: `Importar as ${good} linhas válidas` }),
    nothing: 'Nada foi importado.',
    cancel: 'Cancelar',
    failed: 'Ocorreu um erro. Tente novamente.',
  },
  firstSteps: {
    title: 'Primeiros passos',
    done: (done, all) => `${done} de ${all} feitos`,
    close: 'Ocultar',
    isDone: 'Feito',
    isOpen: 'Ainda não feito',
    steps: {
      mail: {
        title: 'Servidor de e-mail',
        about: 'Defina SMTP_URL e MAIL_FROM no servidor e reinicie-o. Até lá, os e-mails ficam no portal.',
      },
      client: {
        title: 'Primeiro cliente',
        about: 'Uma empresa e sua pessoa de contato, que recebe um link de ativação.',
      },
      registry: {
        title: 'Cadastro de dispositivos',
        about: 'Um arquivo CSV dos equipamentos fabricados com seus códigos.',
      },
      frame: {
        title: 'Primeiro pacote do primeiro dispositivo',
        about: 'Adicione um local e um dispositivo e siga a página Como conectar.',
      },
      policy: {
        title: 'Plantão',
        about: 'Uma política de escalonamento notifica uma pessoa após a outra até que alguém reconheça o alarme.',
      },
      backup: {
        title: 'Backup',
        about:
          'No servidor: npm run tocsin -- backup ARQUIVO. Agende-o para toda noite e experimente uma restauração uma vez.',
      },
    },
  },
  news: { title: 'Notícias', none: 'Nenhuma notícia', open: 'abre em nova aba' },
  failed: 'Ocorreu um erro. Tente novamente.',
};
