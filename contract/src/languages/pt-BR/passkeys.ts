import type { texts as English } from '../../texts/passkeys.ts';

export const texts: typeof English = {
  signIn: {
    title: 'Entrar com chave de acesso',
    about: 'Seu dispositivo pede o PIN, uma impressão digital ou seu rosto. Não é preciso senha nem código.',
    button: 'USAR CHAVE DE ACESSO',
    password: 'Entrar com sua senha',
  },
  verify: { button: 'Usar chave de acesso' },
  whyNot: {
    address:
      'Chaves de acesso só funcionam com HTTPS ou localhost, e não em um endereço IP. Este portal não tem um endereço assim.',
    elsewhere: (origin) => `Chaves de acesso só funcionam em ${origin}. Abra o portal lá.`,
    browser: 'Este navegador não oferece chaves de acesso.',
  },
  failed: 'A chave de acesso não foi usada. Tente novamente.',
  own: {
    title: 'Chaves de acesso',
    about:
      'Uma chave de acesso fica no seu dispositivo ou no seu gerenciador de senhas. Ela dá acesso à conta e vale como segundo fator.',
    none: 'Você ainda não tem chave de acesso.',
    used: 'último uso',
    never: 'nunca usada',
    add: 'Adicionar chave de acesso',
    name: 'Nome, como o do dispositivo',
    nameMissing: 'Informe um nome.',
    password: 'Sua senha',
    passwordMissing: 'Informe sua senha',
    askAbout: 'Digite sua senha: quem usar este navegador não deve poder fazer isso por você.',
    create: 'CRIAR',
    cancel: 'CANCELAR',
    created: 'Chave de acesso adicionada',
    rename: 'Renomear',
    save: 'SALVAR',
    renamed: 'Chave de acesso renomeada',
    remove: 'Remover',
    removeTitle: (name) => `Remover a chave de acesso “${name}”?`,
    removeAbout:
      'Ela não dá mais acesso à sua conta. Sem nenhum segundo fator, seus códigos de recuperação também deixam de valer.',
    removed: 'Chave de acesso removida',
  },
};
