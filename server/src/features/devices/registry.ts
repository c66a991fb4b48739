import type { BadRow, RegistryImport } from '@tocsin/contract/device-registry';
import { type By, recorded } from '../../platform/audit.ts';
import type { Db } from '../../platform/db.ts';
import { type Encryption, sameHash } from '../../platform/encryption.ts';
import { Refusal } from '../../platform/errors.ts';
import { encryptCode, hashCode } from './codes.ts';
import { readRegistryFile, type Unit, type UnitType } from './registry-csv.ts';
import { lockUnits, putUnits } from './store-registry.ts';
import { registryTypes } from './store-types.ts';

export interface ImportDependencies {
  readonly db: Db;
  readonly encryption: Encryption;
  /** After the commit: claimed devices whose code has changed. */
  readonly catalogChanged: (scope: { readonly kind: 'devices'; readonly ids: readonly number[] }) => Promise<void>;
}

/**
 * Imports the operator's CSV file of manufactured units. A file with bad rows is refused with each of them named by its
 * line, unless the caller asks to import the good ones; importing the same file again changes nothing.
 */
export async function importRegistry(
  { db, encryption, catalogChanged }: ImportDependencies,
  by: By,
  bytes: Uint8Array,
  takeGood: boolean,
  at: Date,
): Promise<RegistryImport> {
  const types = await registryTypes(db);
  const file = await readRegistryFile(bytes, types);
  const claimed: number[] = [];
  const result = await recorded(db, by, async (trx, note) => {
    const known = await lockUnits(
      trx,
      file.good.map((unit) => unit.serialNumber),
    );
    const bad: BadRow[] = [...file.bad];
    const fresh: Unit[] = [];
    const changed: Unit[] = [];
    let unchanged = 0;
    for (const unit of file.good) {
      const stored = known.get(unit.serialNumber);
      if (!stored) fresh.push(unit);
      else if (stored.device_id !== null && stored.device_type !== unit.type)
        bad.push({ line: unit.line, serial_number: unit.serialNumber, text: claimedAs(types, stored.device_type) });
      else if (
        stored.device_type === unit.type &&
        sameHash(stored.code_hash, hashCode(encryption, unit.serialNumber, unit.code))
      )
        unchanged++;
      else {
        changed.push(unit);
        if (stored.device_id !== null) claimed.push(stored.device_id);
      }
    }
    bad.sort((a, b) => a.line - b.line);
    const good = fresh.length + changed.length + unchanged;
    if (bad.length > 0 && !takeGood) throw refusal(bad, good);
    const rows = [...fresh, ...changed].map((unit) => {
      const { cipher, hash } = encryptCode(encryption, unit.serialNumber, unit.code);
      return { serial_number: unit.serialNumber, device_type: unit.type, code_cipher: cipher, code_hash: hash };
    });
    await putUnits(trx, rows, at);
    const serials = (units: readonly Unit[]) => units.slice(0, 1_000).map((unit) => unit.serialNumber);
    note({
      action: 'import',
      subject: 'device registry',
      old: { changed: serials(changed) },
      new: { added: fresh.length, changed: changed.length, unchanged, bad: bad.length, serial_numbers: serials(fresh) },
    });
    return { added: fresh.length, changed: changed.length, unchanged, bad };
  });
  if (claimed.length > 0) await catalogChanged({ kind: 'devices', ids: claimed });
  return result;
}

const claimedAs = (types: readonly UnitType[], type: string): string => {
  const label = types.find(({ code }) => code === type)?.label ?? type;
  return `This unit is claimed as a ${label}: its type can't change`;
};

function refusal(bad: readonly BadRow[], good: number): Refusal {
  const text = `${bad.length} of ${bad.length + good} rows can't be taken`;
  return new Refusal('invalid', text, { fields: { file: [text] }, body: { good, bad: bad.slice(0, 1_000) } });
}
