import type { texts as English } from '../../texts/offline.ts';

const entries = (n: number): string => (n === 1 ? '1 entrée' : `${n} entrées`);

export const texts: typeof English = {
  title: 'En attente d’envoi',
  about:
    'Conservé dans ce navigateur, chiffré, pour vous seul. Chaque entrée est envoyée une fois, quand vous êtes connecté.',
  bar: (n) => `${entries(n)} en attente d’envoi.`,
  show: 'Afficher',
  kinds: { round: 'Ronde quotidienne', note: 'Note', task: 'Clore la tâche' },
  written: (when) => `écrit ${when}`,
  states: { waiting: 'attend le réseau', old: 'plus de 7 jours : ne peut devenir qu’une note' },
  retry: 'Envoyer maintenant',
  remove: 'Supprimer',
  removeAsk: 'Supprimer cette entrée ?',
  removeAbout: 'Elle n’a pas été envoyée. Il n’en reste rien.',
  asNote: 'Envoyer comme note',
  noteText: (what, when, text) => `${what}, écrit sans réseau ${when}${text === '' ? '' : ` : ${text}`}`,
  others: (n) => `${entries(n)} d’une autre personne dans ce navigateur.`,
  locked: (n) => `${entries(n)} à vous, de nouveau visibles quand le serveur sera joignable.`,
  kept: 'Pas de réseau. Conservé dans ce navigateur et envoyé plus tard.',
  full: (most) => `Non conservé : ${most} entrées attendent déjà. Connectez-vous d’abord pour les envoyer.`,
  cannotKeep: 'Pas de réseau, et ce navigateur ne peut pas conserver d’entrées. Rien n’a été enregistré.',
  withoutNetwork: (device, received) => `écrit sans réseau (horloge de l’appareil ${device}), reçu ${received}`,
  signOutAsk: (n) => `Se déconnecter avec ${entries(n)} non envoyées ?`,
  signOutAbout: 'Elles restent chiffrées dans ce navigateur et sont envoyées à votre prochaine connexion ici.',
  refused: {
    format: 'Écrit par une ancienne version de cette page, que le serveur ne lit plus. Réécrivez-le ou supprimez-le.',
    old: 'Date de plus de 7 jours et ne peut plus être enregistré comme ronde. Il peut être envoyé comme note.',
    roundDone: (machine, by, when) => `${by} a déjà fait la ronde de ${machine} ce jour-là, ${when}.`,
    taskClosed: (what, by) => `« ${what} » a déjà été close par ${by}.`,
  },
};
