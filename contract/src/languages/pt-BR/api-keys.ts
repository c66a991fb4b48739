import type { KeyScope } from '../../access.ts';
import type { texts as English } from '../../texts/api-keys.ts';

const scopes: Readonly<Record<KeyScope, { readonly name: string; readonly about: string }>> = {
  live: { name: 'Ao vivo', about: 'valores ao vivo e alarmes ativos' },
  history: { name: 'Histórico', about: 'gráficos, registros, CSV' },
  notifications: { name: 'Notificações', about: 'o log e as notificações ativas' },
};

export const texts: typeof English = {
  title: 'Chaves de API',
  about:
    'Uma chave permite que um programa leia os dados que você pode ver, mas não altere nada. Ela deixa de funcionar quando você perde esse acesso.',
  back: 'Configurações do usuário',
  docs: 'Como chamar',
  make: 'Nova chave',
  none: 'Nenhuma chave ainda',
  noneText: 'Crie uma para um programa que lê dados, como um historiador, uma planilha ou uma tela própria.',
  failed: 'Ocorreu um erro. Tente novamente.',
  scopes,
  everything: 'Tudo o que você pode ver',
  columns: {
    name: 'Nome',
    reads: 'Pode ler',
    client: 'Cliente',
    used: 'Último uso',
    ends: 'Expira',
    actions: 'Ações',
  },
  never: 'nunca',
  from: 'de',
  expired: 'Expirada',
  inForce: 'Ativa',
  revoke: 'Revogar',
  revokeTitle: (name) => `Revogar ${name}?`,
  revokeBody: 'Todo programa que a usa é recusado na hora. Uma chave revogada não pode ser restaurada.',
  revoked: 'A chave foi revogada',
  keep: 'Cancelar',
  form: {
    title: 'Nova chave de API',
    name: 'Nome',
    nameHelp: 'O programa que a usa',
    nameMissing: 'Informe um nome.',
    nameLong: 'Este campo aceita no máximo 60 caracteres.',
    scopes: 'Pode ler',
    scopesMissing: 'Escolha pelo menos um tipo de dado.',
    client: 'Cliente',
    days: 'Expira após',
    password: 'Sua senha',
    passwordMissing: 'Informe sua senha.',
    submit: 'CRIAR CHAVE',
    cancel: 'CANCELAR',
  },
  life: [
    { days: 30, text: '30 dias' },
    { days: 90, text: '90 dias' },
    { days: 365, text: '1 ano' },
  ],
  fresh: {
    title: 'Sua nova chave',
    once: 'Copie-a agora: ela só é mostrada uma vez.',
    copy: 'Copiar chave',
    copied: 'Chave copiada',
    call: 'Experimente:',
    done: 'PRONTO',
  },
};
