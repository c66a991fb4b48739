import { defineTexts, plural } from './define-texts.ts';
/** Texts of the operator settings. Texts quoted in docs/spec/administration.md are letter for letter. */
export const texts = defineTexts('settings', {
  hub: {
    title: 'OEM Setting',
    groups: { settings: 'Settings of the portal', operation: 'Operation' },
    reset: {
      act: 'Reset to defaults',
      ask: {
        title: 'Reset all settings to the defaults?',
        body: 'Support contacts, custom styles, RSS feeds, the SMS gateway, the daily mail and the storage times of the audit become those of a new installation, and staff need a second factor. Static pages, clients and their data stay.',
      },
      done: 'Settings reset',
    },
    cards: {
      rss: {
        title: 'RSS Feeds',
        action: 'Edit Fields',
        about: 'Everyone signed in can view the feeds in the sidebar.',
      },
      styles: {
        title: 'Custom Styles',
        action: 'Static Pages and CSS Settings',
        about: "Static pages' links appear at page bottom.",
      },
      contacts: {
        title: 'Support Contacts',
        action: 'Contact Settings',
        about: 'Shown in the profile menu, on error pages and at the foot of every mail.',
      },
      secondFactor: {
        title: 'Second factor',
        action: 'Second factor of staff',
        about: 'Whether operator staff need a code from their phone to sign in.',
      },
      sms: {
        title: 'SMS',
        action: 'SMS gateway',
        about: 'How text messages are sent, and how their replies come back.',
      },
      health: {
        title: 'Health',
        action: 'Server health',
        about: 'Adapters, recording, database, disk, mail, jobs, backups: values, limits and what to do.',
      },
      registry: {
        title: 'Device registry',
        action: 'Manufactured devices',
        about: 'Serial numbers and codes that can be claimed, imported from CSV files.',
      },
      unknown: {
        title: 'Unknown edge nodes',
        action: 'Not yet claimed',
        about: 'Edge nodes and addresses that send data but belong to no device yet.',
      },
      mailbox: {
        title: 'Outgoing mail',
        action: 'E-mails and their state',
        about: 'Queued, sent and failed e-mails; without a mail server, the e-mails themselves.',
      },
      removed: {
        title: 'Removed',
        action: 'Restore',
        about: 'Clients, sites and devices of the last 30 days.',
      },
      audit: { title: 'Audit log', action: 'Changes by users', about: 'Who changed what, when and from where.' },
    },
  },
  rss: {
    title: 'RSS Feeds',
    back: 'OEM Setting',
    about: 'The portal reads each feed every 30 minutes and shows the newest 20 entries in the sidebar, as text only.',
    empty: 'No feed yet',
    emptyAbout: 'Add one, such as the news of your company. Everyone signed in sees its entries in the sidebar.',
    item: (n: number): string => `Feed ${n}`,
    name: { label: 'Title', missing: 'Please input your title' },
    description: { label: 'Description', missing: 'Please input your description' },
    url: { label: 'Url', missing: 'Please input your url' },
    remove: 'Delete',
    add: 'Add field',
    save: 'SAVE',
    saved: 'RSS feeds saved',
    fetched: 'Read',
    never: 'Not read yet',
    failed: (why: string): string => `Could not be read: ${why}`,
  },
  contacts: {
    title: 'Support Contacts',
    address: 'Support address',
    addressTooLong: 'Ensure this field has no more than 255 characters',
    phone: 'Support phone',
    email: { label: 'Support email', invalid: 'The input is not valid E-mail!' },
    save: 'SAVE',
    saved: 'Support contacts saved',
    empty: 'An error has occurred, check your internet connection!',
  },
  secondFactor: {
    title: 'Second factor of staff',
    staff: 'Operator staff',
    required: 'Required',
    optional: 'Optional',
    about:
      "Staff see every client. If required, staff without a second factor can open nothing but its setup, and their API keys stop working until it is done. Each client decides for its own people on the client's page.",
    count: (staff: number, without: number): string => {
      const people = plural(staff, { one: 'One person', other: `${staff} people` });
      return without === 0 ? `${people}, all with a second factor.` : `${people}, ${without} without a second factor.`;
    },
    fixed:
      'The setting TOCSIN_STAFF_SECOND_FACTOR on the server decides this. Remove it and restart to change it here.',
    readOnly: 'Only super users can change this.',
    require: 'Require a second factor',
    requireAsk: 'Require a second factor for operator staff?',
    requireAbout: (without: number): string =>
      without === 0
        ? 'All operator staff have one.'
        : `${without} of them have none. From now on they can open nothing but its setup.`,
    nowRequired: 'Operator staff now need a second factor',
    end: 'Make it optional',
    endAsk: 'Let operator staff sign in without a second factor?',
    endAbout: 'A stolen password is then enough to read and change the data of every client.',
    nowOptional: 'Operator staff can now sign in without a second factor',
    wayBack:
      'If nobody can sign in, run on the server: npm run tocsin -- reset-second-factor --email E-MAIL. That person then sets up a new one.',
  },
  styles: {
    title: 'Custom Styles',
    css: 'Style sheet',
    cssAbout:
      'Changes how the pages look for everybody. It cannot load other files. Alarms, toasts and connection notices keep their own look. :root is the whole page.',
    preview: 'Preview',
    save: 'SAVE',
    saved: 'Custom styles saved',
    newer: 'Show the newer version',
    pages: 'Static pages',
    pagesAbout: 'Their links appear at page bottom, in this order.',
    add: 'Add page',
    edit: 'Change',
    remove: 'Remove',
    removeAsk: (title: string): string => `Remove the page ${title}?`,
    removeAbout: 'Its link is removed from every page.',
    removed: 'Page removed',
    pageSaved: 'Page saved',
    none: 'No static page',
    addTitle: 'Add page',
    editTitle: (title: string): string => `Change ${title}`,
    name: { label: 'Title', missing: 'Please input your title' },
    slug: {
      label: 'Slug',
      help: 'Leave empty to create it from the title.',
      shape: 'Use lowercase letters, digits and hyphens',
    },
    order: 'Order',
    content: 'Content',
    cancel: 'CANCEL',
    tools: {
      bar: 'Text tools',
      bold: 'Bold',
      italic: 'Italic',
      heading: 'Heading',
      paragraph: 'Paragraph',
      bullets: 'Bullet list',
      numbers: 'Numbered list',
      link: 'Link',
      unlink: 'Remove link',
      linkAsk: 'Address of the link (https://...)',
      linkSet: 'Set link',
      linkShape: 'Use an address that begins with https://, http://, mailto: or tel:',
      asHtml: 'Edit as HTML',
      htmlOnly: (elements: readonly string[]): string =>
        `This page holds formats that only HTML shows: ${elements.join(', ')}`,
    },
  },
  unknown: {
    title: 'Unknown edge nodes',
    about: 'Edge nodes this server has received data from since it started, newest first. Their data is not stored.',
    columns: {
      address: 'GROUP / EDGE NODE / DEVICE',
      convention: 'PROTOCOL',
      via: 'RECEIVED VIA',
      messages: 'MESSAGES',
      last: 'LAST MESSAGE',
    },
    conventions: { sparkplug: 'Sparkplug B', json: 'JSON' },
    broker: 'External broker',
    gateway: (site: string, company: string): string => `Gateway of ${site}, ${company}`,
    claim: 'Claim as a device',
    otherSite: 'Its device belongs to another site',
    noName: 'This name is not a valid UDF ID',
    empty: 'No unknown edge nodes',
    emptyAbout:
      'Every edge node that sends belongs to a device. One with an unknown name appears here when it sends, with a link to claim it.',
    failed: 'An error occured, please try again!',
  },
  registry: {
    title: 'Device registry',
    search: 'Search by serial number',
    all: 'All',
    free: 'Free',
    claimed: 'Claimed',
    state: 'State',
    import: 'Import CSV',
    about: 'Columns: serial_number, code, device_type (F500, 0300, 0005, 0006, F500-UDF).',
    columns: { serial: 'SERIAL NUMBER', type: 'DEVICE TYPE', claimed: 'CLAIMED AS', imported: 'IMPORTED' },
    freeRow: 'Free',
    empty: 'No device is registered',
    emptyFound: 'No serial number matches',
    result: (added: number, changed: number, unchanged: number): string =>
      `${added} added, ${changed} changed, ${unchanged} unchanged`,
    badTitle: (bad: number): string =>
      plural(bad, { one: 'One row cannot be imported', other: `${bad} rows cannot be imported` }),
    line: (line: number, serial: string, text: string): string =>
      `Line ${line}${serial ? ` (${serial})` : ''}: ${text}`,
    takeGood: (good: number): string =>
      plural(good, { one: 'Import the valid row', other: `Import the ${good} valid rows` }),
    nothing: 'Nothing was imported.',
    cancel: 'Cancel',
    failed: 'An error occured, please try again!',
  },
  firstSteps: {
    title: 'First steps',
    done: (done: number, all: number): string => `${done} of ${all} done`,
    close: 'Hide',
    isDone: 'Done',
    isOpen: 'Not done yet',
    steps: {
      mail: {
        title: 'Mail server',
        about: 'Set SMTP_URL and MAIL_FROM on the server and restart it. Until then, e-mails stay in the portal.',
      },
      client: { title: 'First client', about: 'A company and its contact person, who gets an activation link.' },
      registry: { title: 'Device registry', about: 'A CSV file of the manufactured units with their codes.' },
      frame: {
        title: "First device's first frame",
        about: 'Add a site and a device, then follow its page How to connect.',
      },
      policy: {
        title: 'On call',
        about: 'An escalation policy notifies one person after the other until somebody acknowledges an alarm.',
      },
      backup: {
        title: 'Backup',
        about: 'On the server: npm run tocsin -- backup FILE. Schedule it every night, and try a restore once.',
      },
    },
  },
  news: { title: 'News', none: 'No news', open: 'opens in a new tab' },
  failed: 'An error occured, please try again!',
});
