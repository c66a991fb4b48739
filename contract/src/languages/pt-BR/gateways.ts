import type { texts as English } from '../../texts/gateways.ts';

export const texts: typeof English = {
  title: 'Credencial de gateway',
  about: (site) =>
    `Um edge node Sparkplug, um gateway ou um servidor LoRaWAN (ChirpStack, The Things Stack) que entra com esta credencial pode publicar por todos os dispositivos de ${site} e por nenhum outro. Dispositivos individuais não precisam dela: entram com seu número de série e código.`,
  next: 'Crie a credencial e informe-a no gateway. O que ele enviar de dispositivos desconhecidos espera em Adicionar um dispositivo.',
  none: 'Este local não tem credencial de gateway.',
  standing: (name, by) => `Nome de usuário ${name}, criado por ${by || 'uma pessoa'} em`,
  once: 'A senha só é mostrada uma vez. Informe-a no edge node, gateway ou servidor agora.',
  username: 'Nome de usuário',
  password: 'Senha',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'Não foi possível copiar. Selecione o texto e copie manualmente.',
  make: 'Criar credencial',
  anew: 'Substituir credencial',
  anewAsk: 'Substituir a credencial?',
  anewAbout:
    'A credencial antiga deixa de funcionar na hora: seus edge nodes ficam desconectados até terem a nova senha.',
  remove: 'Revogar credencial',
  removeAsk: 'Revogar a credencial?',
  removeAbout: 'Seus edge nodes são desconectados na hora, e os dispositivos deles ficam offline.',
  removed: 'Credencial revogada',
  failed: 'Ocorreu um erro. Tente novamente.',
  modbus: {
    title: 'Redes Modbus',
    about:
      'Os dispositivos Modbus são consultados somente nestas redes. O operador as atribui a um local; sem redes próprias, dispositivos com código impresso são consultados nas redes da instalação, e os demais somente enquanto houver um único cliente.',
    label: 'Redes, uma após a outra; vazio: nenhuma própria',
    none: 'O operador não atribuiu redes próprias a este local.',
    save: 'Salvar redes',
    saved: 'Redes salvas',
  },
};
