import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { Refusal } from '../platform/errors.ts';
import { type Principal, seesClient, seesSite, type Wall } from './principal.ts';
import type { Loaders } from './subject.ts';

/** The selection: each level is visible to the person and belongs to the level above. */
export interface Selection {
  readonly clientId: ClientId | null;
  readonly siteId: SiteId | null;
  readonly deviceId: DeviceId | null;
}

const noSelection: Selection = { clientId: null, siteId: null, deviceId: null };

interface RequestedSelection {
  readonly client: number | null;
  readonly site: number | null;
  readonly device: number | null;
}

export const secondFactorRequired = 'Two factor verification required';

const part = (text: string | undefined): number | null => {
  if (text === undefined || text.trim() === '') return null;
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647)
    throw new Refusal('invalid', 'X-Tocsin-Selection must be client,location,device.');
  return id;
};

/** `client,location,device`, each optional; undefined when the tab sent none. */
const parseSelection = (text: string | undefined): RequestedSelection | undefined => {
  if (text === undefined || text.trim() === '') return undefined;
  const [client, site, device, more] = text.split(',');
  if (more !== undefined) throw new Refusal('invalid', 'X-Tocsin-Selection must be client,location,device.');
  return { client: part(client), site: part(site), device: part(device) };
};

/** The client in the tab's header, unchecked; null when it is missing or invalid. */
export const requestedClient = (headers: Readonly<Record<string, string | string[] | undefined>>): number | null => {
  const header = headers['x-tocsin-selection'];
  try {
    return parseSelection(Array.isArray(header) ? header[0] : header)?.client ?? null;
  } catch {
    return null;
  }
};

/** A person's only client is selected by default. */
const onlyClient = (who: Principal): ClientId | null => {
  if (who.kind === 'wall') return who.clientId;
  const [only, ...others] = who.clients.keys();
  return only !== undefined && others.length === 0 ? only : null;
};

type Finder = Pick<Loaders, 'site' | 'device' | 'client'>;

/** Refuses a client that requires a second factor that the person has not set up. */
export const refuseLocked = (who: Principal, clientId: number | null | undefined): void => {
  if (who.kind !== 'person' || clientId === null || clientId === undefined) return;
  if (who.lockedClients.has(ClientId.parse(clientId))) throw new Refusal('forbidden', secondFactorRequired);
};

/** Checks each id; what the person cannot see, or what belongs elsewhere, is refused as not found. */
const resolve = async (who: Principal, requested: RequestedSelection, find: Finder): Promise<Selection> => {
  const gone = () => new Refusal('not-found');
  let { client, site } = requested;
  if (requested.device !== null) {
    const device = await find.device(requested.device);
    refuseLocked(who, device?.clientId);
    if (!device || !seesSite(who, device) || (site !== null && site !== device.siteId)) throw gone();
    site = device.siteId;
    if (client !== null && client !== device.clientId) throw gone();
    client = device.clientId;
  } else if (site !== null) {
    const subject = await find.site(site);
    refuseLocked(who, subject?.clientId);
    if (!subject || !seesSite(who, subject) || (client !== null && client !== subject.clientId)) throw gone();
    client = subject.clientId;
  } else if (client !== null) {
    const subject = await find.client(client);
    refuseLocked(who, subject?.clientId);
    if (!subject || !seesClient(who, subject.clientId)) throw gone();
  }
  return {
    clientId: client === null ? onlyClient(who) : ClientId.parse(client),
    siteId: site === null ? null : SiteId.parse(site),
    deviceId: requested.device === null ? null : DeviceId.parse(requested.device),
  };
};

/** A stored selection may name things that no longer exist; each level falls back on its own. */
const fallBack = async (who: Principal, stored: RequestedSelection, find: Finder): Promise<Selection> => {
  const tries: RequestedSelection[] = [stored, { ...stored, device: null }, { ...stored, site: null, device: null }];
  for (const candidate of tries) {
    try {
      return await resolve(who, candidate, find);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return { ...noSelection, clientId: onlyClient(who) };
};

/** For `me/`, which must answer even when the tab's selection no longer exists. */
export const findSelectionLeniently = async (
  who: Principal,
  header: string | undefined,
  find: Finder,
): Promise<Selection> => {
  if (who.kind === 'wall') return await fallBack(who, wallsOwn(who, header), find);
  return await fallBack(who, parseSelection(header) ?? who.stored, find);
};

export const findSelection = async (who: Principal, header: string | undefined, find: Finder): Promise<Selection> => {
  if (who.kind === 'wall') return await resolve(who, wallsOwn(who, header), find);
  const requested = parseSelection(header);
  return requested ? await resolve(who, requested, find) : await fallBack(who, who.stored, find);
};

/** A wall display may only select a device of its own site. */
const wallsOwn = (who: Wall, header: string | undefined): RequestedSelection => ({
  client: who.clientId,
  site: who.siteId,
  device: parseSelection(header)?.device ?? null,
});
