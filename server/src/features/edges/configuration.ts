import { createHash } from 'node:crypto';
import type { DeviceType } from '@tocsin/contract/device-type';
import type { EdgeConfiguration, SignedConfiguration } from '@tocsin/contract/edge-exchange';
import { DeviceId } from '@tocsin/contract/ids';
import type { RegisterMap } from '@tocsin/contract/modbus';
import type { PayloadMap } from '@tocsin/contract/payload-map';
import type { Catalog, CatalogDevice } from '../../pipeline/catalog.ts';
import type { DbAndClock } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { saltedDigest } from '../../platform/salted-digest.ts';
import type { SigningKey } from '../../platform/signing-key.ts';
import { codesOfEdge, type DeviceCodeRow, findPlace, numberOf, putDigest } from './store-configuration.ts';

export interface ConfigurationDependencies extends DbAndClock {
  readonly catalog: Pick<Catalog, 'byId'>;
  /** Opens stored device codes. */
  readonly encryption: Encryption;
  readonly signingKey: SigningKey;
  readonly payloadMaps: { byId(id: number): EdgeMap | undefined };
  readonly mapFor: (device: Pick<CatalogDevice, 'type' | 'modbusMap'>) => RegisterMap | null;
}

/** A payload map in memory. */
interface EdgeMap {
  readonly id: number;
  readonly version: number;
  readonly savedAt: number;
  readonly isSaved: boolean;
  readonly map: PayloadMap;
}

/** A change of a device or site reaches its edge within this time. */
const readAgainMs = 5_000;

/** Writes, numbers and signs the configurations of edges, and remembers the newest of each for a few seconds. */
export class Configurations {
  readonly #dependencies: ConfigurationDependencies;
  readonly #newest = new Map<
    number,
    { readonly at: number; readonly signed: SignedConfiguration; readonly number: number }
  >();

  constructor(dependencies: ConfigurationDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads it again at the next call. */
  changed(edge: number): void {
    this.#newest.delete(edge);
  }

  /** A configuration with a higher number than this; null when there is none. */
  async newerThan(edge: number, number: number): Promise<SignedConfiguration | null> {
    const now = this.#dependencies.clock.now();
    let known = this.#newest.get(edge);
    if (!known || now - known.at > readAgainMs) {
      const fresh = await this.#read(edge);
      if (!fresh) return null;
      known = { at: now, ...fresh };
      this.#newest.set(edge, known);
    }
    return known.number > number ? known.signed : null;
  }

  async #read(edge: number): Promise<{ readonly signed: SignedConfiguration; readonly number: number } | null> {
    const { db, catalog, signingKey, payloadMaps } = this.#dependencies;
    const place = await findPlace(db, edge);
    if (!place) return null;
    const devices: EdgeConfiguration['devices'] = [];
    const maps = new Map<number, EdgeMap>();
    for (const row of await codesOfEdge(db, edge)) {
      const device = catalog.byId(DeviceId.parse(row.device_id));
      if (!device) continue;
      const map = payloadMaps.byId(device.payloadMapId ?? 0);
      if (map) maps.set(map.id, map);
      devices.push({ ...(await this.#device(device, row)), ...mapped(device, map) });
    }
    const { edge_salt: salt, edge_digest: digest } = place;
    const says: Omit<EdgeConfiguration, 'number'> = {
      edge: { id: place.id, title: place.title },
      site: {
        id: place.site_id,
        title: place.site_title,
        client: place.company,
        client_id: place.client_id,
        timezone: place.timezone,
      },
      gateway: salt !== null && digest !== null ? { username: `gateway-${place.site_id}`, salt, digest } : null,
      devices,
      ...(maps.size === 0 ? {} : { maps: [...maps.values()].map(mapOf) }),
    };
    const hash = createHash('sha256').update(JSON.stringify(says)).digest('base64url');
    const number = await db.transaction().execute((trx) => numberOf(trx, edge, hash));
    const configuration: EdgeConfiguration = { number, ...says };
    const text = JSON.stringify(configuration);
    return { number, signed: { text, signature: signingKey.sign(text) } };
  }

  async #device(device: CatalogDevice, row: DeviceCodeRow): Promise<EdgeConfiguration['devices'][number]> {
    const isPolled = device.type.enters === 'modbus' && device.ipAddress !== null;
    const map = isPolled ? this.#dependencies.mapFor(device) : null;
    const isShipped = device.type.owner === 'shipped';
    return {
      id: device.id,
      title: device.title,
      serial_number: device.serialNumber,
      code: await this.#digest(row),
      device_type: shippedCodeFor(device.type),
      shown_type: shippedCodeFor(device.shownType),
      type: device.type,
      shown_as: device.shownType,
      udf_id: device.udfId,
      ip_address: device.ipAddress,
      register_map: isShipped && map ? formerMap(map) : null,
      modbus: map,
      modbus_unit: device.modbus?.unit ?? null,
      modbus_framing: device.modbus?.framing ?? 'tcp',
      sensor_names: Object.fromEntries([...device.sensorNames].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  /** Made once for each code: it takes time, and a new salt would be a new configuration. */
  async #digest(row: DeviceCodeRow): Promise<{ salt: string; digest: string }> {
    const { digest_of: of, salt, digest } = row;
    if (of && salt !== null && digest !== null && sameHash(of, row.code_hash)) return { salt, digest };
    const fresh = await saltedDigest(this.#dependencies.encryption.open(row.code_cipher));
    await putDigest(this.#dependencies.db, row.device_id, row.code_hash, fresh);
    return fresh;
  }
}

const mapOf = ({ id, version, savedAt, isSaved, map }: EdgeMap) => ({
  id,
  version,
  saved_at: savedAt,
  is_saved: isSaved,
  map,
});

const mapped = ({ senderId, addedAt }: CatalogDevice, map: EdgeMap | undefined) =>
  map ? { payload_map: map.id, sender_id: senderId ?? null, added_at: addedAt ?? 0 } : {};

/** What an edge of 2.0.0, which reads no other types, takes a device for: it never asks one of an own type. */
const shippedCodeFor = (type: DeviceType): string => {
  if (type.owner === 'shipped') return type.code;
  if (!type.raises_alarms) return '0005';
  return type.groups_are_nodes ? 'F500-UDF' : '0300';
};

/** A map as 2.0.0 reads it, which refuses fields that it does not know. */
function formerMap(map: RegisterMap): RegisterMap {
  const { request_registers, request_bits, gap, pause_ms, functions, ...former } = map;
  return former as RegisterMap;
}
