import { z } from 'zod';
import { texts } from './account-texts.ts';
import { peopleOnly } from './callers.ts';
import { endpoint, IdParams, listOf } from './endpoint.ts';
import { asciiEmail, required, requiredEmail, requiredText } from './fields.ts';
import { AnyId, ClientId, DeviceId, SiteId, TextId, UserId } from './ids.ts';
import { languageNames } from './languages/languages.ts';
import { OfflineGrant } from './offline.ts';
import { permissionsOn } from './permissions.ts';
import { OwnSession, WallDisplay } from './sign-ins.ts';

/** Permissions on a site, as sent by the API. */
export const Permission = z.enum(['User', 'Engineer', 'Manager']);
export type Permission = z.infer<typeof Permission>;

/** The signed-in person, or the wall display (`kind: 'wall'`: no id, no name, one site). */
export const Me = z.object({
  kind: z.enum(['person', 'wall']),
  id: UserId.nullable(),
  user_id: UserId.nullable(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone: z.string(),
  address: z.string(),
  registered: z.boolean(),
  /** The person has closed the tour permanently. */
  tour_closed: z.boolean(),
  /** The chosen language (BCP 47); null: that of the browser on pages, and English in mails. */
  language: z.string().nullable(),
  current_client: z
    .object({
      id: ClientId,
      company: z.string(),
      number: z.number(),
      logo: z.string().nullable(),
      permissions: permissionsOn('client'),
    })
    .nullable(),
  current_location: z
    .object({
      id: SiteId,
      title: z.string(),
      timezone: z.string(),
      is_suspended: z.boolean(),
      client: ClientId,
      permissions: permissionsOn('site'),
    })
    .nullable(),
  current_device: z
    .object({
      id: DeviceId,
      title: z.string(),
      location: SiteId,
      udf_id: z.string().nullable(),
      /** The emulated type, if set. */
      device_type: z.string(),
      is_suspended: z.boolean(),
    })
    .nullable(),
  is_superuser: z.boolean(),
  is_oem: z.boolean(),
  /** Operator staff see every client. */
  is_staff: z.boolean(),
  /** For the selected client. */
  is_accounts_management: z.boolean(),
  /** What the person may do apart from any client, site or device. */
  permissions: permissionsOn('nothing'),
  /** The session ends after this time without input; null: no client limits it. */
  session_idle_minutes: z.number().nullable(),
  /** For work without a network; only for the sessions of people. */
  offline: OfflineGrant.optional(),
  visual_dashboard_enabled: z.boolean(),
  /** For the selected site. */
  can_edit: z.boolean(),
  is_manager: z.boolean(),
  is_engineer: z.boolean(),
  /** `{"<location id>": "Manager"}` for every site of the person's own memberships. */
  locations_roles: z.record(z.string(), Permission),
  /** Clients between which the person may switch; empty for operator staff, who see all. */
  clients: z.array(
    z.object({
      id: ClientId,
      company: z.string(),
      /** The client requires a second factor that the person has not set up; nothing of it opens until then. */
      needs_second_factor: z.boolean().optional(),
    }),
  ),
});
export type Me = z.infer<typeof Me>;

const nameMissing = 'Please input your Email Or Username!';
/** Name (an e-mail address or a user name) and password. A refusal does not say which of them was wrong. */
export const Login = z.object({
  username: z.string(nameMissing).trim().min(1, nameMissing).max(320, 'Wrong email or password').transform(asciiEmail),
  password: z.string('Please input your Password!').min(1, 'Please input your Password!'),
});

const Detail = z.object({ detail: z.string() });
const Password = z.string(texts.fieldsEmpty).min(1, texts.fieldsEmpty);
const KeyParams = z.object({ token: z.string().min(1).max(200) });

/** The demo request form of the landing page. */
export const DemoRequest = z.object({
  name: required('Full Name!'),
  company: required('Please input your Company Name!'),
  email: requiredEmail(),
});
/** Feedback of a signed-in person to the operator. */
export const Feedback = z.object({
  about: required('Please input your topic'),
  text: requiredText('Please input your message', 1500, 'Ensure this field has no more than 1500 characters'),
});

/** The captcha to solve: the built-in proof of work, or the site key of another provider. */
export const CaptchaOffer = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('altcha'),
    challenge: z.looseObject({ parameters: z.looseObject({ algorithm: z.string() }) }),
  }),
  z.object({ provider: z.literal('siteverify'), site_key: z.string(), script: z.string() }),
]);
export type CaptchaOffer = z.infer<typeof CaptchaOffer>;

/** 0: the terms; 1: the password. */
export const ActivationState = z.object({
  stage: z.number().int().min(0).max(1),
  uid: z.string(),
  token: z.string(),
  full_name: z.string(),
  email: z.string(),
});

const offered = [...languageNames.keys()];
/** A language that the portal offers. */
const ChosenLanguage = z
  .string()
  .refine((tag) => offered.includes(tag), `The languages are ${offered.join(', ')}.`)
  .nullable();

const newPasswords = { new_password1: Password, new_password2: Password };
const Link = z.object({ uid: z.coerce.string().max(20), token: z.string().max(200) });

export const endpoints = {
  ownData: endpoint.get('/api/v1/accounts/own-data/', {
    may: 'person',
    account: true,
    says: 'What the portal stores about the caller, and nobody else: a ZIP archive of JSON files',
    sends: 'application/zip',
    perMinute: 6,
  }),
  login: endpoint.post('/api/v1/accounts/login-jwt/', {
    may: 'anyone',
    says: 'Sign in',
    body: Login,
    reply: z.object({ token: z.string() }),
  }),
  logout: endpoint.post('/api/v1/accounts/logout/', {
    also: ['/api/v2/rest-auth/logout/', '/api/v2/accounts/logout/'],
    may: 'signed-in',
    account: false,
    programs: 'none',
    open: 'unverified',
    says: 'Sign out',
    reply: Detail,
  }),
  me: endpoint.get('/api/v1/me/', {
    also: ['/api/v2/me/'],
    may: 'signed-in',
    account: false,
    programs: 'none',
    open: 'unverified',
    says: 'The signed-in person',
    reply: Me,
  }),

  tour: endpoint.put('/api/v1/accounts/tour/', {
    ...peopleOnly,
    says: 'Close the tour of the first visit for good, or ask for it again',
    body: z.object({ closed: z.boolean() }),
    reply: z.object({ closed: z.boolean() }),
  }),
  language: endpoint.put('/api/v1/accounts/language/', {
    ...peopleOnly,
    says: "Choose the language of the caller's pages, mails and messages; null: that of the browser, and English in mails",
    body: z.object({ language: ChosenLanguage }),
    reply: z.object({ language: ChosenLanguage }),
  }),

  registerForDemo: endpoint.post('/api/v1/register-for-demo/', {
    may: 'anyone',
    perMinute: 30,
    says: 'Ask for a demo; behind the captcha',
    body: DemoRequest,
    reply: Detail,
    status: 201,
  }),
  feedback: endpoint.post('/api/v1/feedback/', {
    may: 'anyone',
    perMinute: 30,
    says: 'Send feedback; behind the captcha',
    body: Feedback,
    reply: Detail,
    status: 201,
  }),
  captcha: endpoint.get('/api/v1/verify-recaptcha/', {
    may: 'anyone',
    perMinute: 60,
    says: 'What there is to solve: a proof of work of our own, or the key of a siteverify provider',
    reply: CaptchaOffer,
  }),
  verifyCaptcha: endpoint.post('/api/v1/verify-recaptcha/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Check the solution; on success a cookie opens the guarded calls for a while',
    body: z.object({ token: z.string().max(20_000) }),
    reply: z.object({ success: z.boolean() }),
  }),

  resetPassword: endpoint.post('/api/v1/accounts/password/reset/', {
    may: 'anyone',
    says: 'Mail a link that resets the password: once, within 24 hours',
    body: z.object({ email: requiredEmail() }),
    reply: Detail,
  }),
  confirmReset: endpoint.post('/api/v1/accounts/password/reset/confirm/', {
    may: 'anyone',
    perMinute: 60,
    says: "Set a new password by the mailed link; ends all of the person's sessions",
    body: z.object({ ...newPasswords, ...Link.shape }),
    reply: Detail.extend({
      /** Contact methods that get nothing until the person confirms them. */
      held: z.number().int().optional(),
    }),
  }),
  changePassword: endpoint.post('/api/v1/accounts/password/change/', {
    may: 'person',
    account: true,
    says: "Change the own password; ends the person's other sessions, mailed links and the API keys that are not named",
    body: z.object({
      old_password: Password,
      ...newPasswords,
      ...Link.partial().shape,
      /** Own API keys that stay valid; all others are revoked. */
      keep_api_keys: z.array(AnyId).max(1000).optional(),
    }),
    reply: Detail,
  }),
  changeEmail: endpoint.post('/api/v1/accounts/email/change/', {
    may: 'person',
    account: true,
    says: 'Mail a link to the new address; the address changes when it is opened',
    body: z.object({ email: requiredEmail(), password: Password }),
    reply: Detail,
  }),
  confirmEmail: endpoint.post('/api/v1/accounts/email/change/confirm/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Take the new address by the mailed link',
    body: Link,
    reply: Detail,
  }),

  resendActivation: endpoint.post('/api/v1/users/activation/resend-activation/:id/', {
    may: 'user.change',
    account: false,
    programs: 'none',
    perMinute: 10,
    says: 'Mail the activation link',
    reply: Detail,
  }),
  activationState: endpoint.get('/api/v1/users/activation/get-state/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'How far an activation has come',
    params: KeyParams,
    reply: ActivationState,
  }),
  acceptTerms: endpoint.post('/api/v1/users/activation/accept-terms/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Agree to the terms',
    params: KeyParams,
    body: z.object({ stage: z.literal(1, 'Terms must be agreed before accepting') }),
    reply: ActivationState,
  }),
  setFirstPassword: endpoint.post('/api/v1/users/activation/set-password/:token/', {
    may: 'anyone',
    perMinute: 60,
    says: 'Set the first password, which activates and signs in',
    params: KeyParams,
    body: z.object({ password1: Password, password2: Password }),
    reply: z.object({ token: z.string() }),
  }),

  sessions: endpoint.get('/api/v1/accounts/sessions/', {
    may: 'person',
    account: true,
    says: 'The own open sessions',
    reply: listOf(OwnSession),
  }),
  endSession: endpoint.delete('/api/v1/accounts/sessions/:id/', {
    may: 'person',
    account: true,
    says: 'End one of the own sessions',
  }),
  endOtherSessions: endpoint.delete('/api/v1/accounts/sessions/', {
    may: 'person',
    account: true,
    says: 'End all own sessions but this one',
  }),
  endSessionsOf: endpoint.delete('/api/v1/users/:id/sessions/', {
    may: 'user.personal',
    account: false,
    programs: 'none',
    says: 'End every session of somebody, and revoke their API keys',
  }),

  wallDisplays: endpoint.get('/api/v1/locations/:id/wall-displays/', {
    may: 'site.edit',
    programs: 'none',
    says: 'The wall displays of a site',
    reply: listOf(WallDisplay),
  }),
  makeWallLink: endpoint.post('/api/v1/locations/:id/wall-displays/', {
    may: 'site.edit',
    programs: 'none',
    says: 'A link that opens one wall display of this site: once, within 24 hours',
    reply: z.object({ link: z.string(), expires_at: z.iso.datetime() }),
    status: 201,
  }),
  endWallDisplay: endpoint.delete('/api/v1/locations/:id/wall-displays/:session/', {
    may: 'site.edit',
    programs: 'none',
    says: 'End a wall display of this site',
    params: IdParams.extend({ session: TextId }),
  }),
  openWallDisplay: endpoint.post('/api/v1/accounts/wall/', {
    may: 'anyone',
    perMinute: 30,
    says: "Open a wall display by its link's token",
    body: z.object({ token: z.string().max(200) }),
    reply: z.object({ token: z.string() }),
  }),
} as const;
