import type { texts as English } from '../../texts/gateways.ts';
import { ofName } from './words.ts';

export const texts: typeof English = {
  title: 'Identifiants de passerelle',
  about: (site) =>
    `Un nœud edge Sparkplug, une passerelle ou un serveur LoRaWAN (ChirpStack, The Things Stack) qui se connecte avec ces identifiants peut publier pour chaque appareil ${ofName(site)} et pour aucun autre. Les appareils seuls n’en ont pas besoin : ils se connectent avec leur numéro de série et leur code.`,
  next: 'Créez les identifiants et saisissez-les dans la passerelle. Ce qu’elle envoie ensuite pour des appareils inconnus attend sous Ajouter un appareil.',
  none: 'Ce site n’a pas d’identifiants de passerelle.',
  standing: (name, by) => `Nom d’utilisateur ${name}, créé par ${by || 'une personne'} :`,
  once: 'Le mot de passe n’est affiché qu’une fois. Saisissez-le maintenant dans le nœud edge, la passerelle ou le serveur.',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'La copie a échoué. Sélectionnez le texte et copiez-le à la main.',
  make: 'Créer les identifiants',
  anew: 'Remplacer les identifiants',
  anewAsk: 'Remplacer les identifiants ?',
  anewAbout:
    'Les anciens identifiants cessent aussitôt de fonctionner : leurs nœuds edge sont coupés tant qu’ils n’ont pas le nouveau mot de passe.',
  remove: 'Révoquer les identifiants',
  removeAsk: 'Révoquer les identifiants ?',
  removeAbout: 'Leurs nœuds edge sont coupés aussitôt, et leurs appareils passent hors ligne.',
  removed: 'Identifiants révoqués',
  failed: 'Une erreur est survenue, veuillez réessayer !',
  modbus: {
    title: 'Réseaux Modbus',
    about:
      'Les appareils Modbus ne sont interrogés que dans ces réseaux. L’exploitant les attribue à un site ; sans réseau propre, les appareils avec un code imprimé sont interrogés dans les réseaux de l’installation, les autres seulement tant qu’il n’y a qu’un client.',
    label: 'Réseaux, l’un après l’autre ; vide : aucun propre',
    none: 'L’exploitant n’a attribué aucun réseau propre à ce site.',
    save: 'Enregistrer les réseaux',
    saved: 'Réseaux enregistrés',
  },
};
