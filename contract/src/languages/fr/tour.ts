import type { texts as English } from '../../texts/tour.ts';

export const texts: typeof English = {
  where: {
    title: 'Où vous êtes',
    text: 'Client, site et appareil. Toutes les pages portent sur ce que vous choisissez ici ; chaque onglet du navigateur garde son propre choix.',
  },
  age: {
    title: 'Chaque valeur a son âge',
    text: 'Le tableau de bord montre un appareil en direct. À côté de chaque valeur figure son âge ; une valeur ancienne devient grise. Fiez-vous à l’âge, pas au seul nombre.',
  },
  graphs: {
    title: 'Comment on en est arrivé là',
    text: 'Les courbes vont des dix dernières minutes à trente jours et au-delà. Les bandes rouges sont des alarmes, et dans les zones hachurées rien n’a été reçu.',
  },
  bell: {
    title: 'Alarmes',
    text: 'Le nombre compte ce qui est actif maintenant. Une alarme met aussi une ligne rouge au-dessus de chaque page. Acquittez-la là, pour que les autres voient qui s’en occupe. Une alarme terminée sans avoir été vue reste dans le journal jusqu’à ce que quelqu’un l’acquitte.',
  },
  reach: {
    title: 'Qui est prévenu',
    text: 'La page Astreinte montre qui est prévenu d’une alarme, et qui est le suivant si personne ne l’acquitte. Sous Mes notifications, dans votre propre menu, ajoutez votre téléphone ou ce navigateur et testez-les.',
  },
  protection: {
    title: 'Ce qui ne protège pas actuellement',
    text: 'Tout ce qui ne vous avertirait pas en ce moment : mis en attente, hors service, hors ligne, en retard d’essai ou présumé défaillant. Le nombre indique combien.',
  },
  sites: {
    title: 'Configurez',
    text: 'Les sites contiennent appareils et personnes. Ajoutez un appareil avec le numéro de série et le code qu’il porte, puis des personnes avec leurs droits.',
  },
  plant: {
    title: 'Votre installation en dessin',
    text: 'Dessinez les machines, liez leurs capteurs, publiez. Tout le monde voit alors d’un coup d’œil où quelque chose ne va pas, maintenant ou à tout moment passé.',
  },
  help: {
    title: 'Si vous êtes bloqué',
    text: 'Le point d’interrogation explique la page où vous êtes ; sur un téléphone, il est sous Plus. Vous pouvez y revoir cette visite.',
  },
};
