/**
 * The help's table of contents: which page of docs/users/ covers which screens. book.test.ts fails for a screen without a
 * page and for a page without a file.
 */
export interface HelpPage {
  /** File name in docs/users/, and its address. */
  readonly slug: string;
  /** The file's heading. */
  readonly title: string;
  /** Routes as written in routes.tsx. */
  readonly screens: readonly string[];
}

export interface Chapter {
  readonly title: string;
  readonly pages: readonly HelpPage[];
}

const page = (slug: string, title: string, ...screens: readonly string[]): HelpPage => ({ slug, title, screens });
const schemas = '/visual-dashboard/site/$siteId/schemas';
const settings = (what: string): readonly string[] => [`/dashboard/edit/sensor/${what}`, `/edit/sensor/${what}`];

export const chapters: readonly Chapter[] = [
  {
    title: 'First',
    pages: [
      page('start', 'Find your way', '/help', '/help/$slug'),
      page('signs', 'Signs and colours'),
      page(
        'sign-in',
        'Sign in',
        '/',
        '/feedback',
        '/register/activate/$token',
        '/password/reset/key/$id',
        '/email/confirm/$key',
        '/invitation/link/$token',
        '/setup2FA',
        '/verify2FA',
      ),
      page('account', 'Your own settings', '/user/setting'),
      page('api-keys', 'API keys', '/user/setting/keys'),
    ],
  },
  {
    title: 'Watching',
    pages: [
      page('dashboard', 'Sensor Dashboard', '/dashboard'),
      page(
        'graphs',
        'Sensor Graphs',
        '/graphs',
        '/graphs/$sensorId',
        '/graphs/historical/$moment',
        '/graphs/historical/$moment/$sensorId',
        '/graphs/historical/graphs/$moment',
        '/graphs/historical/graphs/$moment/$sensorId',
      ),
      page(
        'history',
        'Back in time',
        '/dashboard/historical',
        '/dashboard/historical/$moment',
        '/dashboard/historical/snapshot/$timestamp',
      ),
      page('notifications', 'Alarms and the log', '/notifications', '/notifications/all'),
      page(
        'email-alerts',
        'Email Alerts',
        '/user/setting/notification',
        '/user/setting/add/notification',
        '/user/setting/add/notification/$id',
      ),
      page('analytics', 'Analytics', '/analytics'),
      page(
        'plant',
        'Visual Dashboard',
        '/visual-dashboard',
        schemas,
        `${schemas}/$schemaId/tabs/$tabId`,
        `${schemas}/$schemaId/tabs/$tabId/machines/$machineId`,
      ),
      page('wall', 'Wall displays', '/wall', '/sites/$id/wall', '/sites/edit/$id/walls'),
    ],
  },
  {
    title: 'Setting up',
    pages: [
      page('sites', 'Sites', '/sites', '/sites/add/site', '/sites/edit/$id'),
      page('people', 'People and their rights', '/sites/add/user', '/sites/edit/assign/user/$id'),
      page('devices', 'Devices', '/devices', '/devices/$id', '/devices/add/device', '/devices/edit/device/$id'),
      page('connect', 'Connect a device', '/devices/edit/device/$id/connect'),
      page('sensor-names', 'Names and pictures', ...settings('names'), ...settings('images')),
      page('sensor-types', 'Units and scaling', ...settings('types')),
      page('warnings', 'Warnings', '/dashboard/edit/warnings'),
      page(
        'plant-editor',
        'Draw the plant',
        `${schemas}/new`,
        `${schemas}/$schemaId/edit`,
        `${schemas}/$schemaId/tabs/$tabId/edit`,
        `${schemas}/$schemaId/new-tab`,
      ),
    ],
  },
  {
    title: 'Testing and proving',
    pages: [
      page('tests', 'Test a sensor', '/maintenance/$device/$sensor'),
      page('proof-tests', 'Proof tests', '/sites/$id/proof-tests'),
      page('inspection', 'Inspection report', '/sites/$id/inspection'),
      page('audit', 'Audit log', '/audit'),
    ],
  },
  {
    title: 'Running the portal',
    pages: [
      page('clients', 'Clients', '/clients', '/clients/$search', '/clients/add/client', '/clients/add/client/$id'),
      page(
        'oem-settings',
        'How the portal looks',
        '/oem/setting',
        '/settings/rss/edit',
        '/settings/oem/contacts',
        '/settings/oem/second-factor',
        '/flatpages',
        '/flatpages/$slug',
      ),
      page('registry', 'Registry and unknown devices', '/oem/registry', '/oem/unknown'),
      page('health', 'Health', '/oem/health'),
      page('mailbox', 'Outgoing mail', '/oem/mailbox'),
      page('removed', 'Removed things', '/oem/removed'),
    ],
  },
];

export const pages: readonly HelpPage[] = chapters.flatMap((chapter) => chapter.pages);

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** How well a path matches the screen: null if not at all; higher for each literal segment. */
const matchScore = (screen: string, path: string): number | null => {
  const pattern = partsOf(screen);
  const given = partsOf(path);
  if (pattern.length !== given.length) return null;
  let score = 0;
  for (const [i, part] of pattern.entries()) {
    if (part === given[i]) score += 1;
    else if (!part.startsWith('$')) return null;
  }
  return score;
};

/** The slug of the help page for a path; the first page if unknown. */
export const helpFor = (path: string): string => {
  let best: { readonly slug: string; readonly score: number } = { slug: 'start', score: -1 };
  for (const each of pages)
    for (const screen of each.screens) {
      const score = matchScore(screen, path);
      if (score !== null && score > best.score) best = { slug: each.slug, score };
    }
  return best.slug;
};
