import type { texts as English } from '../../texts/story.ts';

export const texts: typeof English = {
  close: 'Quitter la visite',
  notYet: {
    values: 'La démonstration vient de démarrer. Les premières valeurs arrivent en moins d’une minute.',
    bearing: 'Aucun palier n’a encore chauffé. Cette page suivra d’elle-même dès que cela arrivera.',
    night:
      'La démonstration écrit encore ses dernières semaines. L’alarme apparaît ici d’elle-même, en général en deux minutes.',
    shelf:
      'Rien n’est encore mis en attente. La démonstration le fait dans les deux minutes qui suivent les premiers avertissements.',
    alarm: 'Aucune alarme n’est encore enregistrée. Chacune aura le bouton « Dossier d’incident ».',
  },
  warming: {
    title: 'Un palier chauffe',
    text: 'Toutes les 20 minutes, le palier de tête de Leg 1 s’échauffe. Chaque carte montre une valeur, ses seuils, ses dernières minutes et son âge. Une alarme atteint chaque page ouverte en moins d’une seconde.',
  },
  graph: {
    title: 'Comment on en est arrivé là',
    text: 'Le même palier dans le temps. Les bandes rouges sont des alarmes, les lacunes restent visibles. Comparez avec hier ou glissez un autre capteur sur la courbe.',
  },
  rule: {
    title: 'Une règle simulée sur le passé',
    text: 'Appuyez sur Simuler : une règle d’avertissement parcourt les dernières semaines de mesures réelles et montre chaque message qu’elle aurait envoyé, avant de réveiller qui que ce soit.',
  },
  night: {
    title: 'Une alarme de nuit',
    text: 'Elle s’est terminée avant que quelqu’un ne la voie. Elle reste ici, et à la cloche, jusqu’à ce qu’une personne l’acquitte.',
  },
  escalation: {
    title: 'Quelqu’un répond',
    text: 'Une alarme va à la personne d’astreinte, puis à la suivante, jusqu’à ce que quelqu’un l’acquitte. Une période que personne ne couvre est rouge, des semaines avant qu’elle commence.',
  },
  shelf: {
    title: 'Silencieux, mais pas pour toujours',
    text: 'Un capteur aux alarmes oscillantes a été mis en attente : avec un motif, un nom et une fin. Sa carte montre toujours la vérité.',
  },
  protection: {
    title: 'Ce qui ne protège pas actuellement',
    text: 'Tout ce qui est mis en attente, hors service, hors ligne, en retard d’essai ou présumé défaillant, sur une page.',
  },
  handover: {
    title: 'La relève du matin',
    text: 'Ce qui s’est passé depuis le début du poste, ce qui reste ouvert, et qui a pris la relève.',
  },
  film: {
    title: 'L’installation telle qu’elle était',
    text: 'Le schéma à l’instant de l’alarme. Faites-le défiler, jusqu’à 300 fois plus vite.',
  },
  pack: {
    title: 'Tout dans un fichier',
    text: 'Dossier d’incident : l’ordre des événements, les mesures autour, qui a été prévenu et chaque seuil d’alors, avec sommes de contrôle. C’était la visite ; tout ici est à essayer.',
  },
};
