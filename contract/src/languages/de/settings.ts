import type { texts as English } from '../../texts/settings.ts';
import { plural } from './words.ts';

export const texts: typeof English = {
  hub: {
    title: 'OEM-Einstellungen',
    groups: { settings: 'Einstellungen des Portals', operation: 'Betrieb' },
    reset: {
      act: 'Auf Standard zurücksetzen',
      ask: {
        title: 'Alle Einstellungen auf den Standard zurücksetzen?',
        body: 'Supportkontakte, eigene Stile, RSS-Feeds, das SMS-Gateway, die tägliche E-Mail und die Speicherdauer des Audits werden wie bei einer neuen Installation, und das Personal braucht einen zweiten Faktor. Statische Seiten, Kunden und ihre Daten bleiben.',
      },
      done: 'Einstellungen zurückgesetzt',
    },
    cards: {
      rss: {
        title: 'RSS-Feeds',
        action: 'Felder bearbeiten',
        about: 'Alle Angemeldeten sehen die Feeds in der Seitenleiste.',
      },
      styles: {
        title: 'Eigene Gestaltung',
        action: 'Statische Seiten und CSS',
        about: 'Links statischer Seiten stehen am Seitenende.',
      },
      contacts: {
        title: 'Supportkontakte',
        action: 'Kontakte einstellen',
        about: 'Gezeigt im Profilmenü, auf Fehlerseiten und am Ende jeder E-Mail.',
      },
      secondFactor: {
        title: 'Zweiter Faktor',
        action: 'Zweiter Faktor des Personals',
        about: 'Ob Betreiberpersonal zur Anmeldung einen Code vom Telefon braucht.',
      },
      sms: {
        title: 'SMS',
        action: 'SMS-Gateway',
        about: 'Wie Textnachrichten gesendet werden und wie ihre Antworten zurückkommen.',
      },
      health: {
        title: 'Systemzustand',
        action: 'Zustand des Servers',
        about:
          'Adapter, Aufzeichnung, Datenbank, Festplatte, E-Mail, Aufträge, Sicherungen: Werte, Grenzen und was zu tun ist.',
      },
      registry: {
        title: 'Geräteregister',
        action: 'Gefertigte Geräte',
        about: 'Seriennummern und Codes, die angemeldet werden können, aus CSV-Dateien importiert.',
      },
      unknown: {
        title: 'Unbekannte Edge-Nodes',
        action: 'Noch nicht angemeldet',
        about: 'Edge-Nodes und Adressen, die Daten senden, aber noch zu keinem Gerät gehören.',
      },
      mailbox: {
        title: 'Ausgehende E-Mails',
        action: 'E-Mails und ihr Zustand',
        about: 'Wartende, gesendete und fehlgeschlagene E-Mails; ohne Mailserver die E-Mails selbst.',
      },
      removed: {
        title: 'Entfernt',
        action: 'Wiederherstellen',
        about: 'Kunden, Standorte und Geräte der letzten 30 Tage.',
      },
      audit: {
        title: 'Änderungsprotokoll',
        action: 'Änderungen von Benutzern',
        about: 'Wer was wann und von wo geändert hat.',
      },
    },
  },
  rss: {
    title: 'RSS-Feeds',
    back: 'OEM-Einstellungen',
    about:
      'Das Portal liest jeden Feed alle 30 Minuten und zeigt die neuesten 20 Einträge in der Seitenleiste, nur als Text.',
    empty: 'Noch kein Feed',
    emptyAbout:
      'Fügen Sie einen hinzu, etwa die Neuigkeiten Ihres Unternehmens. Alle Angemeldeten sehen seine Einträge in der Seitenleiste.',
    item: (n) => `Feed ${n}`,
    name: { label: 'Titel', missing: 'Bitte geben Sie einen Titel ein' },
    description: { label: 'Beschreibung', missing: 'Bitte geben Sie eine Beschreibung ein' },
    url: { label: 'URL', missing: 'Bitte geben Sie die URL ein' },
    remove: 'Löschen',
    add: 'Feld hinzufügen',
    save: 'SPEICHERN',
    saved: 'RSS-Feeds gespeichert',
    fetched: 'Gelesen',
    never: 'Noch nicht gelesen',
    failed: (why) => `Konnte nicht gelesen werden: ${why}`,
  },
  contacts: {
    title: 'Supportkontakte',
    address: 'Supportadresse',
    addressTooLong: 'Dieses Feld darf höchstens 255 Zeichen haben',
    phone: 'Supporttelefon',
    email: { label: 'Support-E-Mail', invalid: 'Das ist keine gültige E-Mail-Adresse!' },
    save: 'SPEICHERN',
    saved: 'Supportkontakte gespeichert',
    empty: 'Ein Fehler ist aufgetreten, prüfen Sie Ihre Internetverbindung!',
  },
  secondFactor: {
    title: 'Zweiter Faktor des Personals',
    staff: 'Betreiberpersonal',
    required: 'Verlangt',
    optional: 'Freiwillig',
    about:
      'Das Personal sieht jeden Kunden. Wird ein zweiter Faktor verlangt, kann Personal ohne ihn nur dessen Einrichtung öffnen, und seine API-Schlüssel gelten nicht, bis sie erledigt ist. Jeder Kunde entscheidet für seine eigenen Personen auf der Seite des Kunden.',
    count: (staff, without) => {
      const people = plural(staff, { one: 'Eine Person', other: `${staff} Personen` });
      return without === 0 ? `${people}, alle mit zweitem Faktor.` : `${people}, ${without} ohne zweiten Faktor.`;
    },
    fixed:
      'Die Einstellung TOCSIN_STAFF_SECOND_FACTOR auf dem Server entscheidet dies. Entfernen Sie sie und starten Sie neu, um es hier zu ändern.',
    readOnly: 'Nur Superuser können dies ändern.',
    require: 'Zweiten Faktor verlangen',
    requireAsk: 'Vom Betreiberpersonal einen zweiten Faktor verlangen?',
    requireAbout: (without) =>
      without === 0
        ? 'Das ganze Betreiberpersonal hat einen.'
        : `${without} davon haben keinen. Sie können ab jetzt nur dessen Einrichtung öffnen.`,
    nowRequired: 'Das Betreiberpersonal braucht jetzt einen zweiten Faktor',
    end: 'Freiwillig machen',
    endAsk: 'Betreiberpersonal ohne zweiten Faktor anmelden lassen?',
    endAbout: 'Ein gestohlenes Passwort genügt dann, um die Daten jedes Kunden zu lesen und zu ändern.',
    nowOptional: 'Das Betreiberpersonal darf sich jetzt ohne zweiten Faktor anmelden',
    wayBack:
      'Kann sich niemand mehr anmelden, führen Sie auf dem Server aus: npm run tocsin -- reset-second-factor --email E-MAIL. Diese Person richtet dann einen neuen ein.',
  },
  styles: {
    title: 'Eigene Gestaltung',
    css: 'Stylesheet',
    cssAbout:
      'Ändert, wie die Seiten für alle aussehen. Andere Dateien kann es nicht laden. Alarme, Hinweise und Verbindungsmeldungen behalten ihr Aussehen. :root ist die ganze Seite.',
    preview: 'Vorschau',
    save: 'SPEICHERN',
    saved: 'Eigene Gestaltung gespeichert',
    newer: 'Neuere Fassung zeigen',
    pages: 'Statische Seiten',
    pagesAbout: 'Ihre Links stehen am Seitenende, in dieser Reihenfolge.',
    add: 'Seite hinzufügen',
    edit: 'Ändern',
    remove: 'Entfernen',
    removeAsk: (title) => `Seite ${title} entfernen?`,
    removeAbout: 'Ihr Link wird von jeder Seite entfernt.',
    removed: 'Seite entfernt',
    pageSaved: 'Seite gespeichert',
    none: 'Keine statische Seite',
    addTitle: 'Seite hinzufügen',
    editTitle: (title) => `${title} ändern`,
    name: { label: 'Titel', missing: 'Bitte geben Sie einen Titel ein' },
    slug: {
      label: 'Kurzname',
      help: 'Leer lassen, um ihn aus dem Titel zu bilden.',
      shape: 'Verwenden Sie Kleinbuchstaben, Ziffern und Bindestriche',
    },
    order: 'Reihenfolge',
    content: 'Inhalt',
    cancel: 'ABBRECHEN',
    tools: {
      bar: 'Textwerkzeuge',
      bold: 'Fett',
      italic: 'Kursiv',
      heading: 'Überschrift',
      paragraph: 'Absatz',
      bullets: 'Aufzählung',
      numbers: 'Nummerierte Liste',
      link: 'Link',
      unlink: 'Link entfernen',
      linkAsk: 'Adresse des Links (https://...)',
      linkSet: 'Link setzen',
      linkShape: 'Verwenden Sie eine Adresse, die mit https://, http://, mailto: oder tel: beginnt',
      asHtml: 'Als HTML bearbeiten',
      htmlOnly: (elements) => `Diese Seite enthält Formate, die nur HTML zeigt: ${elements.join(', ')}`,
    },
  },
  unknown: {
    title: 'Unbekannte Edge-Nodes',
    about:
      'Edge-Nodes, von denen dieser Server seit seinem Start Daten empfangen hat, neueste zuerst. Ihre Daten werden nicht gespeichert.',
    columns: {
      address: 'GRUPPE / EDGE-NODE / GERÄT',
      convention: 'PROTOKOLL',
      via: 'EMPFANGEN ÜBER',
      messages: 'NACHRICHTEN',
      last: 'LETZTE NACHRICHT',
    },
    conventions: { sparkplug: 'Sparkplug B', json: 'JSON' },
    broker: 'Externer Broker',
    gateway: (site, company) => `Gateway von ${site}, ${company}`,
    claim: 'Als Gerät anmelden',
    otherSite: 'Sein Gerät gehört zu einem anderen Standort',
    noName: 'Dieser Name ist keine gültige UDF-ID',
    empty: 'Keine unbekannten Edge-Nodes',
    emptyAbout:
      'Jeder Edge-Node, der sendet, gehört zu einem Gerät. Einer mit unbekanntem Namen erscheint hier, sobald er sendet, mit einem Link zum Anmelden.',
    failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  },
  registry: {
    title: 'Geräteregister',
    search: 'Nach Seriennummer suchen',
    all: 'Alle',
    free: 'Frei',
    claimed: 'Angemeldet',
    state: 'Zustand',
    import: 'CSV importieren',
    about: 'Spalten: serial_number, code, device_type (F500, 0300, 0005, 0006, F500-UDF).',
    columns: { serial: 'SERIENNUMMER', type: 'GERÄTETYP', claimed: 'ANGEMELDET ALS', imported: 'IMPORTIERT' },
    freeRow: 'Frei',
    empty: 'Kein Gerät ist registriert',
    emptyFound: 'Keine Seriennummer passt',
    result: (added, changed, unchanged) => `${added} hinzugefügt, ${changed} geändert, ${unchanged} unverändert`,
    badTitle: (bad) =>
      plural(bad, {
        one: 'Eine Zeile kann nicht importiert werden',
        other: `${bad} Zeilen können nicht importiert werden`,
      }),
    line: (line, serial, text) => `Zeile ${line}${serial ? ` (${serial})` : ''}: ${text}`,
    takeGood: (good) =>
      plural(good, { one: 'Die gültige Zeile importieren', other: `Die ${good} gültigen Zeilen importieren` }),
    nothing: 'Nichts wurde importiert.',
    cancel: 'Abbrechen',
    failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
  },
  firstSteps: {
    title: 'Erste Schritte',
    done: (done, all) => `${done} von ${all} erledigt`,
    close: 'Ausblenden',
    isDone: 'Erledigt',
    isOpen: 'Noch nicht erledigt',
    steps: {
      mail: {
        title: 'Mailserver',
        about:
          'Setzen Sie SMTP_URL und MAIL_FROM auf dem Server und starten Sie ihn neu. Bis dahin bleiben E-Mails im Portal.',
      },
      client: {
        title: 'Erster Kunde',
        about: 'Eine Firma und ihr Ansprechpartner, der einen Aktivierungslink erhält.',
      },
      registry: { title: 'Geräteregister', about: 'Eine CSV-Datei der gefertigten Geräte mit ihren Codes.' },
      frame: {
        title: 'Erstes Telegramm des ersten Geräts',
        about: 'Fügen Sie einen Standort und ein Gerät hinzu, und folgen Sie dann dessen Seite So wird verbunden.',
      },
      policy: {
        title: 'Bereitschaft',
        about: 'Eine Eskalationsregel benachrichtigt eine Person nach der anderen, bis jemand einen Alarm quittiert.',
      },
      backup: {
        title: 'Sicherung',
        about:
          'Auf dem Server: npm run tocsin -- backup DATEI. Planen Sie sie jede Nacht, und erproben Sie einmal die Wiederherstellung.',
      },
    },
  },
  news: { title: 'Neuigkeiten', none: 'Keine Neuigkeiten', open: 'öffnet in einem neuen Tab' },
  failed: 'Ein Fehler ist aufgetreten, bitte versuchen Sie es erneut!',
};
