import { ClientId, DeviceId, SiteId } from '@tocsin/contract/ids';
import { Refusal } from '../base/errors.ts';
import type { Loaders } from './subject.ts';
import { seesClient, seesSite, type Wall, type Who } from './who.ts';

/** What is selected: each part is visible to the person, and each lies in the one above. */
export interface Selection {
  readonly clientId: ClientId | null;
  readonly siteId: SiteId | null;
  readonly deviceId: DeviceId | null;
}

const noSelection: Selection = { clientId: null, siteId: null, deviceId: null };

export interface AskedSelection {
  readonly client: number | null;
  readonly site: number | null;
  readonly device: number | null;
}

const part = (text: string | undefined): number | null => {
  if (text === undefined || text.trim() === '') return null;
  const id = Number(text);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647)
    throw new Refusal('invalid', 'X-Tocsin-Selection must be client,location,device.');
  return id;
};

/** `client,location,device`, each may be empty; undefined when the tab sent none. */
const parseSelection = (text: string | undefined): AskedSelection | undefined => {
  if (text === undefined || text.trim() === '') return undefined;
  const [client, site, device, more] = text.split(',');
  if (more !== undefined) throw new Refusal('invalid', 'X-Tocsin-Selection must be client,location,device.');
  return { client: part(client), site: part(site), device: part(device) };
};

/** With exactly one client, it is selected. */
const onlyClient = (who: Who): ClientId | null => {
  if (who.kind === 'wall') return who.clientId;
  const [only, ...others] = who.clients.keys();
  return only !== undefined && others.length === 0 ? only : null;
};

type Finder = Pick<Loaders, 'site' | 'device' | 'client'>;

/** Checks each id like any id: what the person can't see, or what lies elsewhere, is refused as not found. */
const resolve = async (who: Who, asked: AskedSelection, find: Finder): Promise<Selection> => {
  const gone = () => new Refusal('not-found');
  let { client, site } = asked;
  if (asked.device !== null) {
    const device = await find.device(asked.device);
    if (!device || !seesSite(who, device) || (site !== null && site !== device.siteId)) throw gone();
    site = device.siteId;
    if (client !== null && client !== device.clientId) throw gone();
    client = device.clientId;
  } else if (site !== null) {
    const found = await find.site(site);
    if (!found || !seesSite(who, found) || (client !== null && client !== found.clientId)) throw gone();
    client = found.clientId;
  } else if (client !== null) {
    const found = await find.client(client);
    if (!found || !seesClient(who, found.clientId)) throw gone();
  }
  return {
    clientId: client === null ? onlyClient(who) : ClientId.parse(client),
    siteId: site === null ? null : SiteId.parse(site),
    deviceId: asked.device === null ? null : DeviceId.parse(asked.device),
  };
};

/** A stored selection falls back part by part, since what it names may be gone by now. */
const fallBack = async (who: Who, stored: AskedSelection, find: Finder): Promise<Selection> => {
  const tries: AskedSelection[] = [stored, { ...stored, device: null }, { ...stored, site: null, device: null }];
  for (const asked of tries) {
    try {
      return await resolve(who, asked, find);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return { ...noSelection, clientId: onlyClient(who) };
};

/** For `me/`, which must answer a tab whose selection is gone by now. */
export const findSelectionLeniently = async (
  who: Who,
  header: string | undefined,
  find: Finder,
): Promise<Selection> => {
  if (who.kind === 'wall') return await fallBack(who, wallsOwn(who, header), find);
  return await fallBack(who, parseSelection(header) ?? who.stored, find);
};

export const findSelection = async (who: Who, header: string | undefined, find: Finder): Promise<Selection> => {
  if (who.kind === 'wall') return await resolve(who, wallsOwn(who, header), find);
  const asked = parseSelection(header);
  return asked ? await resolve(who, asked, find) : await fallBack(who, who.stored, find);
};

/** A wall display may choose a device of its own site, and nothing else. */
const wallsOwn = (who: Wall, header: string | undefined): AskedSelection => ({
  client: who.clientId,
  site: who.siteId,
  device: parseSelection(header)?.device ?? null,
});
