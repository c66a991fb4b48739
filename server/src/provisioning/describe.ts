import { PayloadMap } from '@tocsin/contract/payload-map';
import type { User } from '@tocsin/contract/users';
import { FileProblems, type Kind, keyOf, type Present, type Problem, type Wanted } from './entity.ts';
import type { Installation } from './load.ts';
import { wholeRule } from './rule-form.ts';

type Fields = Readonly<Record<string, unknown>>;
const pick = <T extends object>(of: T, names: readonly (keyof T & string)[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? null]));

/** What an installation has, by the names that the file gives: renamed things stand under their new names. */
export const describe = (plant: Installation, wanted: readonly Wanted[] = []): Present[] => {
  const found: Present[] = [];
  const problems: Problem[] = [];
  const wantedBySection = Map.groupBy(
    wanted.filter((one) => one.was !== undefined),
    (one) => keyOf({ kind: one.kind, path: one.path.slice(0, -1) }),
  );
  const stated = new Map(wanted.map((one) => [keyOf(one), one]));
  const add = (kind: Kind, path: Present['path'], { id, version }: Pick<Present, 'id' | 'version'>, fields: Fields) =>
    found.push({ kind, path, id, version, fields });

  /** Names things of one list; refuses two of the same name where the file is about them. */
  const name = <T extends { readonly id: number }>(
    kind: Kind,
    parent: readonly string[],
    things: readonly T[],
    own: (thing: T) => string,
  ): (readonly [path: readonly string[], thing: T])[] => {
    const byName = Map.groupBy(things, own);
    const names = new Map(things.map((thing) => [thing.id, own(thing)]));
    const renames = wantedBySection.get(keyOf({ kind, path: parent })) ?? [];
    // A name that is taken over becomes free for the next in a chain.
    const claimed = new Set<number>();
    const settle = (one: Wanted): void => {
      const [title = '', was = ''] = [one.path.at(-1), one.was];
      const isDone = (byName.get(title) ?? []).some((thing) => !claimed.has(thing.id));
      const thing = isDone ? undefined : (byName.get(was) ?? []).find(({ id }) => !claimed.has(id));
      if (!thing) return;
      claimed.add(thing.id);
      names.set(thing.id, title);
    };
    const waiting = [...renames];
    while (waiting.length > 0) {
      const at = waiting.findIndex((one) => !waiting.some((other) => other !== one && other.was === one.path.at(-1)));
      settle(waiting.splice(Math.max(at, 0), 1)[0] as Wanted);
    }
    const taken = new Set<string>();
    return things.map((thing) => {
      const path = [...parent, names.get(thing.id) ?? own(thing)];
      const key = keyOf({ kind, path });
      if (taken.has(key))
        problems.push({
          line: stated.get(key)?.line ?? 1,
          text: `The installation has two of the name '${path.join(' / ')}': rename one of them first.`,
        });
      taken.add(key);
      return [path, thing] as const;
    });
  };

  const clientName = new Map<number, string>();
  for (const [path, client] of name('client', [], plant.clients, (one) => one.company)) {
    clientName.set(client.id, path[0] ?? '');
    const fields = pick(client, [
      'number',
      'address',
      'phone',
      'full_name',
      'email',
      'alternative_name',
      'alternative_email',
      'alternative_phone',
      'acknowledged_kinds',
      'is_2fa_required',
      'changes_need_reason',
      'changes_need_approval',
      'own_devices',
    ]);
    add('client', path, client, { ...fields, company: client.company });
  }
  const byClient = <T extends { readonly client: number | null }>(rows: readonly T[]) =>
    [...Map.groupBy(rows, (row) => row.client)].map(
      ([id, of]) => [[id === null ? '' : (clientName.get(id) ?? '')], of] as const,
    );

  const mapName = new Map(plant.maps.map((map): [number, string] => [map.id, map.name]));
  for (const [parent, maps] of byClient(plant.maps.filter(({ owner }) => owner !== 'shipped')))
    for (const [path, one] of name('map', parent, maps, (map) => map.name))
      add('map', path, one, { map: PayloadMap.parse(one.map) });
  for (const [parent, types] of byClient(plant.types))
    for (const [path, type] of name('type', parent, types, (one) => one.code)) {
      const fields = pick(type, [
        'label',
        'enters',
        'groups_are_nodes',
        'raises_alarms',
        'claim',
        'report_interval_s',
        'modbus_map',
      ]);
      const payload_map = mapName.get(type.payload_map ?? 0) ?? null;
      add('type', path, type, { ...fields, payload_map });
      const stated = plant.templates.get(type.id);
      if (!stated?.template) continue;
      const template = { ...stated.template, rules: stated.template.rules.map((rule) => wholeRule(rule)) };
      add('template', path, { id: type.id, version: stated.version }, { template });
    }
  const siteName = new Map<number, string>();
  const settingsOf = new Map<number, Installation['settings'][number]>(plant.settings.map((one) => [one.device, one]));
  const devicesOfSite = Map.groupBy(plant.devices, (device) => device.location);
  const deviceName = new Map<number, string>();
  for (const [parent, sites] of byClient(plant.sites))
    for (const [path, site] of name('site', parent, sites, (one) => one.title)) {
      siteName.set(site.id, path[1] ?? '');
      const fields = pick(site, [
        'address',
        'timezone',
        'full_name',
        'email',
        'mobile',
        'latitude',
        'longitude',
        'proof_interval_days',
      ]);
      add('site', path, site, { ...fields, title: site.title });
      for (const [at, device] of name('device', path, devicesOfSite.get(site.id) ?? [], (one) => one.title)) {
        deviceName.set(device.id, `${at[1]}/${at[2]}`);
        const more = pick(device, [
          'serial_number',
          'udf_id',
          'ip_address',
          'sender_id',
          'modbus_unit',
          'modbus_framing',
          'key_sensor',
        ]);
        add('device', at, device, { ...more, type: device.device_type, title: device.title });
        const settings = settingsOf.get(device.id);
        if (!settings) continue;
        const { names, degrees, networks, rules, proposed, responses } = settings;
        const of = { path: at, id: device.id };
        found.push({ ...of, kind: 'names', version: settings.names_version, fields: { names, degrees, networks } });
        found.push({ ...of, kind: 'responses', version: settings.responses_version, fields: { responses } });
        const waits = proposed && { rules: proposed.map((rule) => wholeRule(rule)) };
        found.push({
          ...of,
          kind: 'rules',
          version: settings.warnings_version,
          fields: { rules: rules.map((rule) => wholeRule(rule)) },
          ...(waits ? { proposed: waits } : {}),
        });
      }
    }

  const siteOf = (id: number | null): string | null => (id === null ? null : (siteName.get(id) ?? String(id)));
  const emailOf = new Map<number, string>(plant.people.map((user) => [user.id, user.email]));
  for (const [parent, users] of byClient(plant.people.filter(isOfPrograms)))
    for (const [path, user] of name('person', parent, users, (one) => one.email)) {
      const access = Object.fromEntries(
        user.location_access
          .filter((site) => site.has_access)
          .map((site) => [siteOf(site.location_id) ?? '', site.permission]),
      );
      const fields = pick(user, ['full_name', 'company', 'phone', 'address', 'is_active', 'visual_dashboard_enabled']);
      add('person', path, user, { ...fields, access });
    }
  const titles = new Map<string, string>();
  for (const [parent, rotations] of byClient(plant.rotations))
    for (const [path, one] of name('rotation', parent, rotations, (rotation) => rotation.title)) {
      titles.set(`rotation ${one.id}`, path[1] ?? '');
      const people = one.people.map((person) => emailOf.get(person.id) ?? person.name);
      const fields = pick(one, ['title', 'timezone', 'handover_time', 'frequency', 'weekday', 'start']);
      add('rotation', path, one, { ...fields, site: siteOf(one.location), people });
    }
  for (const [parent, webhooks] of byClient(plant.webhooks))
    for (const [path, one] of name('webhook', parent, webhooks, (webhook) => webhook.title)) {
      titles.set(`webhook ${one.id}`, path[1] ?? '');
      const fields = pick(one, [
        'title',
        'url',
        'event_types',
        'least_priority',
        'format',
        'template',
        'content_type',
        'is_active',
        'policies_only',
        'has_credential',
      ]);
      add('webhook', path, one, { ...fields, site: siteOf(one.location) });
    }
  for (const [parent, policies] of byClient(plant.policies))
    for (const [path, one] of name('policy', parent, policies, (policy) => policy.title)) {
      const steps = one.steps.map(({ after_minutes, everybody, targets }) => ({
        after_minutes,
        everybody,
        targets: targets.map(({ kind, id, name: called }) => ({
          [kind]: (kind === 'person' ? emailOf.get(id) : titles.get(`${kind} ${id}`)) ?? called,
        })),
      }));
      const fields: Fields = pick(one, [
        'title',
        'event_types',
        'least_priority',
        'repeats',
        'repeat_after_minutes',
        'goes_on_after_clearing',
      ]);
      const devices = one.devices?.map((id) => deviceName.get(id) ?? String(id)) ?? null;
      add('policy', path, one, { ...fields, site: siteOf(one.location), devices, steps });
    }
  if (problems.length > 0) throw new FileProblems(problems);
  return found;
};

/** People whom a program may change: up to Engineer. */
const isOfPrograms = (user: User): boolean =>
  !(user.is_accounts_management || user.is_oem || user.is_superuser) &&
  !user.location_access.some((site) => site.has_access && site.permission === 'Manager');
