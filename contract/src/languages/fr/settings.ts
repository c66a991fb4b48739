import type { texts as English } from '../../texts/settings.ts';
import { counted, ofName, plural } from './words.ts';

export const texts: typeof English = {
  hub: {
    title: 'Paramètres OEM',
    groups: { settings: 'Réglages du portail', operation: 'Exploitation' },
    reset: {
      act: 'Rétablir les valeurs par défaut',
      ask: {
        title: 'Rétablir tous les paramètres par défaut ?',
        body: 'Les contacts du support, les styles, les flux RSS, la passerelle SMS, le courriel quotidien et les durées de conservation de l’audit redeviennent ceux d’une nouvelle installation, et le personnel a besoin d’un second facteur. Les pages statiques, les clients et leurs données restent.',
      },
      done: 'Paramètres rétablis',
    },
    cards: {
      rss: {
        title: 'Flux RSS',
        action: 'Modifier les champs',
        about: 'Toute personne connectée voit les flux dans la barre latérale.',
      },
      styles: {
        title: 'Styles personnalisés',
        action: 'Pages statiques et réglages CSS',
        about: 'Les liens des pages statiques sont en bas de page.',
      },
      contacts: {
        title: 'Contacts de l’assistance',
        action: 'Réglage des contacts',
        about: 'Montrés dans le menu du profil, sur les pages d’erreur et au pied de chaque e-mail.',
      },
      secondFactor: {
        title: 'Second facteur',
        action: 'Second facteur du personnel',
        about: 'Si le personnel de l’exploitant a besoin d’un code de son téléphone pour se connecter.',
      },
      sms: {
        title: 'SMS',
        action: 'Passerelle SMS',
        about: 'Comment les SMS sont envoyés, et comment leurs réponses reviennent.',
      },
      health: {
        title: 'Santé',
        action: 'Santé du serveur',
        about:
          'Adaptateurs, enregistrement, base de données, disque, e-mail, travaux, sauvegardes : valeurs, seuils et que faire.',
      },
      registry: {
        title: 'Registre des appareils',
        action: 'Appareils fabriqués',
        about: 'Numéros de série et codes qui peuvent être déclarés, importés de fichiers CSV.',
      },
      unknown: {
        title: 'Nœuds edge inconnus',
        action: 'Pas encore déclarés',
        about: 'Nœuds edge et adresses qui envoient des données mais n’appartiennent encore à aucun appareil.',
      },
      mailbox: {
        title: 'E-mails sortants',
        action: 'E-mails et leur état',
        about: 'E-mails à envoyer, envoyés et en échec ; sans serveur de messagerie, les e-mails eux-mêmes.',
      },
      removed: {
        title: 'Éléments retirés',
        action: 'Restaurer',
        about: 'Clients, sites et appareils des 30 derniers jours.',
      },
      audit: {
        title: 'Journal d’audit',
        action: 'Modifications par les utilisateurs',
        about: 'Qui a modifié quoi, quand et d’où.',
      },
    },
  },
  rss: {
    title: 'Flux RSS',
    back: 'Paramètres OEM',
    about:
      'Le portail lit chaque flux toutes les 30 minutes et montre les 20 entrées les plus récentes dans la barre latérale, en texte seulement.',
    empty: 'Aucun flux',
    emptyAbout:
      'Ajoutez-en un, comme les actualités de votre entreprise. Toute personne connectée voit ses entrées dans la barre latérale.',
    item: (n) => `Flux ${n}`,
    name: { label: 'Titre', missing: 'Veuillez saisir le titre' },
    description: { label: 'Description', missing: 'Veuillez saisir la description' },
    url: { label: 'URL', missing: 'Veuillez saisir l’URL' },
    remove: 'Supprimer',
    add: 'Ajouter un champ',
    save: 'ENREGISTRER',
    saved: 'Flux RSS enregistrés',
    fetched: 'Lu',
    never: 'Pas encore lu',
    failed: (why) => `N’a pas pu être lu : ${why}`,
  },
  contacts: {
    title: 'Contacts de l’assistance',
    address: 'Adresse de l’assistance',
    addressTooLong: 'Ce champ ne doit pas dépasser 255 caractères',
    phone: 'Téléphone de l’assistance',
    email: { label: 'E-mail de l’assistance', invalid: 'Cette adresse e-mail n’est pas valable !' },
    save: 'ENREGISTRER',
    saved: 'Contacts de l’assistance enregistrés',
    empty: 'Une erreur est survenue, vérifiez votre connexion Internet !',
  },
  secondFactor: {
    title: 'Second facteur du personnel',
    staff: 'Personnel de l’exploitant',
    required: 'Exigé',
    optional: 'Facultatif',
    about:
      'Le personnel voit tous les clients. Si un second facteur est exigé, qui n’en a pas ne peut ouvrir que sa configuration, et ses clés API cessent de fonctionner jusque-là. Chaque client décide pour ses propres personnes sur sa page.',
    count: (staff, without) => {
      const people = counted(staff, { one: 'personne', other: 'personnes' });
      return without === 0
        ? `${people}, toutes avec un second facteur.`
        : `${people}, dont ${without} sans second facteur.`;
    },
    fixed: 'Le réglage TOCSIN_STAFF_SECOND_FACTOR du serveur en décide. Retirez-le et redémarrez pour le changer ici.',
    readOnly: 'Seuls les super-utilisateurs peuvent modifier ceci.',
    require: 'Exiger un second facteur',
    requireAsk: 'Exiger un second facteur du personnel de l’exploitant ?',
    requireAbout: (without) =>
      without === 0
        ? 'Tout le personnel de l’exploitant en a un.'
        : plural(without, {
            one: `${without} personne n’en a pas. Elle ne pourra ouvrir que sa configuration désormais.`,
            other: `${without} personnes n’en ont pas. Elles ne pourront ouvrir que sa configuration désormais.`,
          }),
    nowRequired: 'Le personnel de l’exploitant a désormais besoin d’un second facteur',
    end: 'Le rendre facultatif',
    endAsk: 'Laisser le personnel de l’exploitant se connecter sans second facteur ?',
    endAbout: 'Un mot de passe volé suffit alors pour lire et modifier les données de tous les clients.',
    nowOptional: 'Le personnel de l’exploitant peut désormais se connecter sans second facteur',
    wayBack:
      'Si personne ne peut plus se connecter, exécutez sur le serveur : npm run tocsin -- reset-second-factor --email E-MAIL. Cette personne en configure alors un nouveau.',
  },
  styles: {
    title: 'Styles personnalisés',
    css: 'Feuille de style',
    cssAbout:
      'Change l’aspect des pages pour tous. Elle ne peut pas charger d’autres fichiers. Les alarmes, messages éphémères et avis de connexion gardent leur aspect. :root est la page entière.',
    preview: 'Aperçu',
    save: 'ENREGISTRER',
    saved: 'Styles personnalisés enregistrés',
    newer: 'Afficher la version plus récente',
    pages: 'Pages statiques',
    pagesAbout: 'Leurs liens sont en bas de page, dans cet ordre.',
    add: 'Ajouter une page',
    edit: 'Modifier',
    remove: 'Retirer',
    removeAsk: (title) => `Retirer la page ${title} ?`,
    removeAbout: 'Son lien est retiré de toutes les pages.',
    removed: 'Page retirée',
    pageSaved: 'Page enregistrée',
    none: 'Aucune page statique',
    addTitle: 'Ajouter une page',
    editTitle: (title) => `Modifier ${title}`,
    name: { label: 'Titre', missing: 'Veuillez saisir le titre' },
    slug: {
      label: 'Slug',
      help: 'Laissez vide pour le former du titre.',
      shape: 'Utilisez des minuscules, des chiffres et des tirets',
    },
    order: 'Ordre',
    content: 'Contenu',
    cancel: 'ANNULER',
    tools: {
      bar: 'Outils de texte',
      bold: 'Gras',
      italic: 'Italique',
      heading: 'Titre',
      paragraph: 'Paragraphe',
      bullets: 'Liste à puces',
      numbers: 'Liste numérotée',
      link: 'Lien',
      unlink: 'Ôter le lien',
      linkAsk: 'Adresse du lien (https://...)',
      linkSet: 'Poser le lien',
      linkShape: 'Utilisez une adresse qui commence par https://, http://, mailto: ou tel:',
      asHtml: 'Modifier en HTML',
      htmlOnly: (elements) => `Cette page contient des formats que seul HTML montre : ${elements.join(', ')}`,
    },
  },
  unknown: {
    title: 'Nœuds edge inconnus',
    about:
      'Nœuds edge dont ce serveur a reçu des données depuis son démarrage, les plus récents d’abord. Leurs données ne sont pas conservées.',
    columns: {
      address: 'GROUPE / NŒUD EDGE / APPAREIL',
      convention: 'PROTOCOLE',
      via: 'REÇU PAR',
      messages: 'MESSAGES',
      last: 'DERNIER MESSAGE',
    },
    conventions: { sparkplug: 'Sparkplug B', json: 'JSON' },
    broker: 'Broker externe',
    gateway: (site, company) => `Passerelle ${ofName(site)}, ${company}`,
    claim: 'Déclarer comme appareil',
    otherSite: 'Son appareil appartient à un autre site',
    noName: 'Ce nom n’est pas un UDF ID valable',
    empty: 'Aucun nœud edge inconnu',
    emptyAbout:
      'Chaque nœud edge qui envoie appartient à un appareil. Un nœud au nom inconnu apparaît ici dès qu’il envoie, avec un lien pour le déclarer.',
    failed: 'Une erreur est survenue, veuillez réessayer !',
  },
  registry: {
    title: 'Registre des appareils',
    search: 'Chercher par numéro de série',
    all: 'Tous',
    free: 'Libres',
    claimed: 'Déclarés',
    state: 'État',
    import: 'Importer un CSV',
    about: 'Colonnes : serial_number, code, device_type (F500, 0300, 0005, 0006, F500-UDF).',
    columns: { serial: 'NUMÉRO DE SÉRIE', type: 'TYPE D’APPAREIL', claimed: 'DÉCLARÉ COMME', imported: 'IMPORTÉ' },
    freeRow: 'Libre',
    empty: 'Aucun appareil n’est inscrit',
    emptyFound: 'Aucun numéro de série ne correspond',
    result: (added, changed, unchanged) =>
      `${counted(added, { one: 'ajouté', other: 'ajoutés' })}, ${counted(changed, { one: 'modifié', other: 'modifiés' })}, ${counted(unchanged, { one: 'inchangé', other: 'inchangés' })}`,
    badTitle: (bad) =>
      plural(bad, {
        one: 'Une ligne ne peut pas être importée',
        other: `${bad} lignes ne peuvent pas être importées`,
      }),
    line: (line, serial, text) => `Ligne ${line}${serial ? ` (${serial})` : ''} : ${text}`,
    takeGood: (good) =>
      plural(good, { one: 'Importer la ligne valable', other: `Importer les ${good} lignes valables` }),
    nothing: 'Rien n’a été importé.',
    cancel: 'Annuler',
    failed: 'Une erreur est survenue, veuillez réessayer !',
  },
  firstSteps: {
    title: 'Premiers pas',
    done: (done, all) => `${done} sur ${all} faits`,
    close: 'Masquer',
    isDone: 'Fait',
    isOpen: 'Pas encore fait',
    steps: {
      mail: {
        title: 'Serveur de messagerie',
        about:
          'Définissez SMTP_URL et MAIL_FROM sur le serveur et redémarrez-le. Jusque-là, les e-mails restent dans le portail.',
      },
      client: {
        title: 'Premier client',
        about: 'Une société et son interlocuteur, qui reçoit un lien d’activation.',
      },
      registry: {
        title: 'Registre des appareils',
        about: 'Un fichier CSV des appareils fabriqués avec leurs codes.',
      },
      frame: {
        title: 'Première trame du premier appareil',
        about: 'Ajoutez un site et un appareil, puis suivez sa page Comment connecter.',
      },
      policy: {
        title: 'Astreinte',
        about:
          'Une politique d’escalade prévient une personne après l’autre jusqu’à ce que quelqu’un acquitte l’alarme.',
      },
      backup: {
        title: 'Sauvegarde',
        about:
          'Sur le serveur : npm run tocsin -- backup FICHIER. Programmez-la chaque nuit, et essayez une restauration une fois.',
      },
    },
  },
  news: { title: 'Actualités', none: 'Aucune actualité', open: 's’ouvre dans un nouvel onglet' },
  failed: 'Une erreur est survenue, veuillez réessayer !',
};
