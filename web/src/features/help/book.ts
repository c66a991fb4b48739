import { texts } from '@tocsin/contract/texts/help-pages';
/** A page of the help and the screens that it covers. book.test.ts checks that all screens and files are covered. */
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

type Slug = keyof typeof texts.pages;
const page = (slug: Slug, ...screens: readonly string[]): HelpPage => ({ slug, title: texts.pages[slug], screens });
const schemas = '/visual-dashboard/site/$siteId/schemas';
const settings = (what: string): readonly string[] => [`/dashboard/edit/sensor/${what}`, `/edit/sensor/${what}`];

export const chapters: readonly Chapter[] = [
  {
    title: texts.chapters.first,
    pages: [
      page('start', '/help', '/help/$slug'),
      page('signs'),
      page(
        'sign-in',
        '/sign-in/client/$id',
        '/sign-in/passkey',
        '/sign-in/return',
        '/',
        '/feedback',
        '/register/activate/$token',
        '/password/reset/key/$id',
        '/email/confirm/$key',
        '/invitation/link/$token',
        '/setup2FA',
        '/verify2FA',
      ),
      page('account', '/user/setting'),
      page('api-keys', '/user/setting/keys'),
    ],
  },
  {
    title: texts.chapters.watching,
    pages: [
      page('dashboard', '/dashboard'),
      page(
        'graphs',
        '/graphs',
        '/graphs/$sensorId',
        '/graphs/historical/$moment',
        '/graphs/historical/$moment/$sensorId',
        '/graphs/historical/graphs/$moment',
        '/graphs/historical/graphs/$moment/$sensorId',
      ),
      page('graphs-overview'),
      page('comparing', '/sites/$id/compare'),
      page('site-moment', '/sites/$id/moment'),
      page('incident-pack'),
      page('bearing-weeks', '/dashboard/bearings'),
      page('film', '/visual-dashboard/site/$siteId/film'),
      page(
        'history',
        '/dashboard/historical',
        '/dashboard/historical/$moment',
        '/dashboard/historical/snapshot/$timestamp',
      ),
      page('notifications', '/notifications', '/notifications/all'),
      page(
        'email-alerts',
        '/user/setting/notification',
        '/user/setting/add/notification',
        '/user/setting/add/notification/$id',
        '/unsubscribe/$token',
      ),
      page('analytics', '/analytics'),
      page(
        'plant',
        '/visual-dashboard',
        schemas,
        `${schemas}/$schemaId/tabs/$tabId`,
        `${schemas}/$schemaId/tabs/$tabId/machines/$machineId`,
      ),
      page('wall', '/wall', '/sites/$id/wall', '/sites/edit/$id/walls'),
    ],
  },
  {
    title: texts.chapters.settingUp,
    pages: [
      page('sites', '/sites', '/sites/add/site', '/sites/edit/$id'),
      page('people', '/sites/add/user', '/sites/edit/assign/user/$id'),
      page(
        'devices',
        '/devices',
        '/devices/$id',
        '/devices/add',
        '/devices/add/device',
        '/devices/add/modbus',
        '/devices/add/json',
        '/device-types',
        '/devices/edit/device/$id',
      ),
      page('connect', '/devices/edit/device/$id/connect'),
      page('payload-maps', '/devices/add/values', '/devices/edit/device/$id/values'),
      page('edges', '/edges', '/edges/$id'),
      page('sensor-names', ...settings('names'), ...settings('images')),
      page('sensor-types', ...settings('types')),
      page('responses', '/dashboard/edit/sensor/responses', '/sites/$id/alarm-register'),
      page('copy-settings', '/dashboard/edit/sensor/copy'),
      page('warnings', '/dashboard/edit/warnings'),
      page('rehearsal'),
      page(
        'plant-editor',
        `${schemas}/new`,
        `${schemas}/$schemaId/edit`,
        `${schemas}/$schemaId/tabs/$tabId/edit`,
        `${schemas}/$schemaId/new-tab`,
      ),
    ],
  },
  {
    title: texts.chapters.proving,
    pages: [
      page('tests', '/maintenance', '/maintenance/walk', '/maintenance/$device/$sensor', '/maintenance/$device/walk'),
      page('proof-tests', '/sites/$id/proof-tests'),
      page('not-protecting', '/protection'),
      page('protected-hours'),
      page('rounds', '/sites/$id/rounds', '/rounds'),
      page('field-work', '/m/$code'),
      page('handover', '/sites/$id/handover'),
      page('inspection', '/sites/$id/inspection'),
      page('shelving', '/shelves'),
      page('out-of-service', '/out-of-service'),
      page('maintenance-tasks', '/maintenance-tasks'),
      page('on-call', '/on-call', '/who-is-notified', '/policies'),
      page('webhooks', '/webhooks'),
      page('my-notifications', '/my-notifications'),
      page('escalation', '/acknowledge/$token'),
      page('audit', '/audit', '/audit/chain'),
    ],
  },
  {
    title: texts.chapters.running,
    pages: [
      page(
        'clients',
        '/clients',
        '/clients/$search',
        '/clients/add/client',
        '/clients/add/client/$id',
        '/clients/sign-in/$id',
      ),
      page(
        'oem-settings',
        '/oem/setting',
        '/settings/rss/edit',
        '/settings/oem/contacts',
        '/settings/oem/second-factor',
        '/settings/oem/sms',
        '/flatpages',
        '/flatpages/$slug',
      ),
      page('registry', '/oem/registry', '/oem/unknown'),
      page('health', '/oem/health'),
      page('mailbox', '/oem/mailbox'),
      page('removed', '/oem/removed'),
    ],
  },
];

export const pages: readonly HelpPage[] = chapters.flatMap((chapter) => chapter.pages);

const partsOf = (path: string): readonly string[] => path.split('/').filter(Boolean);

/** How well a path matches a screen: null if not at all, higher for each literal segment. */
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

/** The slug of the help page for a path; of the first page for an unknown path. */
export const helpFor = (path: string): string => {
  let best: { readonly slug: string; readonly score: number } = { slug: 'start', score: -1 };
  for (const each of pages)
    for (const screen of each.screens) {
      const score = matchScore(screen, path);
      if (score !== null && score > best.score) best = { slug: each.slug, score };
    }
  return best.slug;
};
