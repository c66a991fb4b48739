import { z } from 'zod';
import { endpoint, IdParams, listOf, listQuery } from './endpoint.ts';
import { optional, optionalEmail, optionalText, required, requiredText, Version } from './fields.ts';
import { ClientId } from './ids.ts';

/** The operator's contacts and custom styles. */
export const OemSettings = z.object({
  support_address: z.string(),
  support_phone: z.string(),
  support_email: z.string(),
  css: z.string(),
  version: z.number(),
});
export type OemSettings = z.infer<typeof OemSettings>;
export const OemSettingsPatch = z
  .object({
    support_address: optionalText(),
    support_phone: optional(),
    support_email: optionalEmail(),
    css: z.string().max(100_000, 'The style sheet must be at most 100000 characters'),
    version: Version,
  })
  .partial();
export type OemSettingsPatch = z.infer<typeof OemSettingsPatch>;

export const notAFeedAddress = 'The address must begin with http:// or https://';
export const privateAddress = 'The address must be one of the public internet';
const isWebAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
};

export const RssItem = z.object({
  title: required('Please input your title'),
  description: requiredText('Please input your description'),
  url: required('Please input your url', 2_000, 'Ensure this field has no more than 2000 characters').pipe(
    z.string().refine(isWebAddress, notAFeedAddress),
  ),
});
export type RssItem = z.infer<typeof RssItem>;

const items = z.array(RssItem).max(20, 'At most 20 feeds are allowed');
/** The complete list, which replaces the stored one; the first bad row answers 400 with its fields and `index`. */
export const RssList = z.union([
  items.transform((results) => ({ results, version: undefined })),
  z.object({ results: items, version: Version.optional() }),
]);
/** The page's body, parsed row by row so that a bad row is reported with its fields. */
export const RssBody = z.union([
  z.array(z.unknown()),
  z.looseObject({ results: z.array(z.unknown()), version: Version.optional() }),
]);

/** A feed and the result of its last read. */
export const RssFeed = RssItem.extend({
  id: z.number(),
  /** Time of the last read; null: never. */
  fetched_at: z.iso.datetime().nullable(),
  /** Why the last read failed; empty after a success. */
  failure: z.string(),
});
export type RssFeed = z.infer<typeof RssFeed>;
export const RssFeeds = listOf(RssFeed).extend({ version: z.number() });

/** Text only: markup of the feed is removed. */
export const RssEntry = z.object({
  feed: z.string(),
  title: z.string(),
  summary: z.string(),
  url: z.string(),
  published_at: z.iso.datetime(),
});

export const slugShape = 'Use lowercase letters, digits and hyphens';
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(60, 'Ensure this field has no more than 60 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, slugShape);
const flatPage = {
  title: required('Please input your title'),
  /** Empty: derived from the title. */
  slug: z.preprocess((v) => (v === '' || v === null ? undefined : v), slug.optional()),
  /** Rich text as HTML, sanitized on saving. */
  content: z.string().max(200_000, 'The page must be at most 200000 characters').default(''),
  order: z.number().int().min(0).max(10_000).default(0),
};
export const FlatPageInput = z.object(flatPage);
export type FlatPageInput = z.infer<typeof FlatPageInput>;
export const FlatPagePatch = z.object({
  title: flatPage.title.optional(),
  slug: flatPage.slug,
  content: z.string().max(200_000).optional(),
  order: z.number().int().min(0).max(10_000).optional(),
  version: Version.optional(),
});
/** A static page; `content` is sanitized HTML. */
export const FlatPage = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  order: z.number(),
  version: z.number(),
});
export type FlatPage = z.infer<typeof FlatPage>;

export const LayoutSettings = z.object({
  /** Address of the client's logo; null: the default one. */
  logo: z.string().nullable(),
  css: z.string(),
  flatPages: z.array(z.object({ id: z.number(), title: z.string(), slug: z.string() })),
  support_address: z.string(),
  support_phone: z.string(),
  support_email: z.string(),
  /** Sign-ins of the demo; only there. */
  demo: z
    .object({ password: z.string(), people: z.array(z.object({ email: z.string(), role: z.string() })) })
    .optional(),
});
export type LayoutSettings = z.infer<typeof LayoutSettings>;

/** The operator's setup checklist, and which steps are done. */
export const FirstSteps = z.object({
  closed: z.boolean(),
  steps: z.object({
    mail: z.boolean(),
    client: z.boolean(),
    registry: z.boolean(),
    frame: z.boolean(),
    policy: z.boolean(),
    backup: z.boolean(),
  }),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** Whether operator staff need a second factor, and how many of them have none yet. */
export const StaffSecondFactor = z.object({
  is_required: z.boolean(),
  /** Decided by the setting TOCSIN_STAFF_SECOND_FACTOR; a change is refused with 409. */
  is_fixed: z.boolean(),
  /** Active operator staff. */
  staff: z.number(),
  /** Those of them without a second factor. */
  without: z.number(),
});
export type StaffSecondFactor = z.infer<typeof StaffSecondFactor>;

export const endpoints = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/api/v1/oem/first-steps/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'What an operator does first: mail server, first client, registry, first frame, backup',
    reply: FirstSteps,
  }),
  closeFirstSteps: endpoint({
    method: 'PUT',
    path: '/api/v1/oem/first-steps/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Put the list of first steps away, or get it back',
    body: z.object({ closed: z.boolean() }),
    reply: FirstSteps,
  }),
  staffSecondFactor: endpoint({
    method: 'GET',
    path: '/api/v1/oem/second-factor/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Whether operator staff need a second factor',
    reply: StaffSecondFactor,
  }),
  changeStaffSecondFactor: endpoint({
    method: 'PUT',
    path: '/api/v1/oem/second-factor/',
    may: 'superuser',
    account: false,
    says: "Require a second factor of operator staff, or no longer; requiring it needs a second factor of one's own",
    body: z.object({ is_required: z.boolean() }),
    reply: StaffSecondFactor,
  }),
  oem: endpoint({
    method: 'GET',
    path: '/api/v1/oem/settings/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Support contacts and custom styles',
    reply: OemSettings,
  }),
  changeOem: endpoint({
    method: 'PATCH',
    path: '/api/v1/oem/settings/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Change support contacts or custom styles; CSS beyond the allow-list is refused with its lines',
    body: OemSettingsPatch,
    reply: OemSettings,
  }),
  resetOem: endpoint({
    method: 'DELETE',
    path: '/api/v1/oem/settings/',
    may: 'superuser',
    account: false,
    says: "Reset the operator's settings to the defaults: contacts, styles, feeds, second factor of staff, SMS gateway, alive mail, storage of the audit",
    status: 204,
  }),
  feeds: endpoint({
    method: 'GET',
    path: '/api/v1/oem/rss-feed/',
    may: 'person',
    account: false,
    programs: 'none',
    says: 'The RSS feeds of the sidebar',
    reply: RssFeeds,
  }),
  putFeeds: endpoint({
    method: 'POST',
    path: '/api/v1/oem/rss-feed/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'The whole list of RSS feeds, which replaces what was there',
    body: RssBody,
    reply: RssFeeds,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/v1/oem/rss-feed/entries/',
    may: 'person',
    account: false,
    programs: 'none',
    says: 'The newest 20 entries of all feeds',
    reply: listOf(RssEntry),
  }),
  flatPages: endpoint({
    method: 'GET',
    path: '/api/v1/oem/flatpages/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Static pages, in their order',
    query: z.object(listQuery(1000, 1000)),
    reply: listOf(FlatPage),
  }),
  addFlatPage: endpoint({
    method: 'POST',
    path: '/api/v1/oem/flatpages/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'A new static page',
    body: FlatPageInput,
    reply: FlatPage,
    status: 201,
  }),
  changeFlatPage: endpoint({
    method: 'PATCH',
    path: '/api/v1/oem/flatpages/:id/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Change a static page',
    params: IdParams,
    body: FlatPagePatch,
    reply: FlatPage,
  }),
  removeFlatPage: endpoint({
    method: 'DELETE',
    path: '/api/v1/oem/flatpages/:id/',
    may: 'oem',
    account: false,
    programs: 'none',
    says: 'Remove a static page',
    params: IdParams,
    status: 204,
  }),
  layout: endpoint({
    method: 'GET',
    path: '/api/v1/layout-settings/',
    also: ['/api/v2/layout-settings/'],
    may: 'anyone',
    says: 'What every page needs before anybody is known: logo, styles, links of static pages, support contacts',
    query: z.object({ client: z.preprocess((v) => (v === '' ? undefined : v), ClientId.optional()) }),
    reply: LayoutSettings,
  }),
  readFlatPages: endpoint({
    method: 'GET',
    path: '/api/v1/get-flatpages/',
    also: ['/api/v2/get-flatpages/'],
    may: 'anyone',
    says: 'Static pages with their content',
    query: z.object({ ...listQuery(1000, 1000), slug: z.string().max(60).optional() }),
    reply: listOf(FlatPage),
  }),
} as const;
