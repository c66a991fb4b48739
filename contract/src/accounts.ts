import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ClientId, DeviceId, SiteId, UserId } from './ids.ts';

/** Permissions of a site: the words that stand on the wire (decisions.md 8). */
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
  current_client: z
    .object({ id: ClientId, company: z.string(), number: z.number(), logo: z.string().nullable() })
    .nullable(),
  current_location: z
    .object({ id: SiteId, title: z.string(), timezone: z.string(), is_suspended: z.boolean(), client: ClientId })
    .nullable(),
  current_device: z
    .object({
      id: DeviceId,
      title: z.string(),
      location: SiteId,
      udf_id: z.string().nullable(),
      /** Emulated where set. */
      device_type: z.string(),
      is_suspended: z.boolean(),
    })
    .nullable(),
  is_superuser: z.boolean(),
  is_oem: z.boolean(),
  /** Operator staff see every client. */
  is_staff: z.boolean(),
  /** Of the selected client. */
  is_accounts_management: z.boolean(),
  visual_dashboard_enabled: z.boolean(),
  /** Of the selected site. */
  can_edit: z.boolean(),
  is_manager: z.boolean(),
  is_engineer: z.boolean(),
  /** `{"<location id>": "Manager"}` for every site of the person's own memberships. */
  locations_roles: z.record(z.string(), Permission),
  /** The clients between which the person may switch; empty for operator staff, who see all. */
  clients: z.array(z.object({ id: ClientId, company: z.string() })),
});
export type Me = z.infer<typeof Me>;

export const Login = z.object({
  username: z
    .string('Please input your Email Or Username!')
    .trim()
    .min(1, 'Please input your Email Or Username!')
    .max(320, 'Wrong email or password'),
  password: z.string('Please input your Password!').min(1, 'Please input your Password!'),
});

export const endpoints = {
  login: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/login-jwt/',
    may: 'anyone',
    says: 'Sign in',
    body: Login,
    reply: z.object({ token: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/accounts/logout/',
    also: ['/api/v2/rest-auth/logout/', '/api/v2/accounts/logout/'],
    may: 'signed-in',
    open: 'unverified',
    says: 'Sign out',
    reply: z.object({ detail: z.string() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/v1/me/',
    also: ['/api/v2/me/'],
    may: 'signed-in',
    open: 'unverified',
    says: 'The signed-in person',
    reply: Me,
  }),
} as const;
