import type { CopiedSetting, CopyDifference } from '@tocsin/contract/settings-copies';
import { texts } from '@tocsin/contract/texts/settings-copies';
import { ruleSummary } from '@tocsin/contract/texts/warning-rules';
import { canEdit, type Person } from '../../../access/principal.ts';
import type { DeviceSubject } from '../../../access/subject.ts';
import type { Db, Trx } from '../../../platform/db.ts';
import { badField, Refusal } from '../../../platform/errors.ts';
import { inWords } from '../rule-words.ts';
import { differenceOf, digestOf } from './difference.ts';
import { layoutProblem, scaleProblem } from './layout.ts';
import { copyDevice, subjectOf } from './load.ts';
import { checkWanted, planWanted } from './plan-copy.ts';
import type { CopyDevice, CopySource } from './settings.ts';
import { shownWith, type Wanted, wantedSettings } from './wanted.ts';

/** A device of a copy with what it would get. */
export interface PlannedDevice {
  /** null: unknown to the caller, and refused. */
  readonly target: CopyDevice | null;
  readonly wanted: Wanted;
  readonly difference: CopyDifference;
}

export interface CopyPlan {
  readonly source: CopyDevice;
  readonly devices: readonly PlannedDevice[];
  readonly digest: string;
}

export interface CopyChoice {
  readonly devices: readonly number[];
  readonly what: readonly CopiedSetting[];
}

/** Plans a copy in the order of the devices' ids; throws 400 when the source has no sensors. */
export async function planCopy(
  db: Db | Trx,
  who: Person,
  subject: DeviceSubject,
  { devices: ids, what }: CopyChoice,
): Promise<CopyPlan> {
  const source = await copyDevice(db, subject);
  if (source.list.sensors.length === 0) throw badField('devices', texts.sourceNotAnnounced);
  const devices: PlannedDevice[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const device = await subjectOf(db, id);
    const isSeen = device !== undefined && device.clientId === subject.clientId && canEdit(who, device);
    devices.push(isSeen ? planDevice(source, await copyDevice(db, device), what) : unknownDevice(id));
  }
  const targets = devices.flatMap(({ target }) => target ?? []);
  const digest = digestOf(
    devices.map(({ difference }) => difference),
    [source, ...targets],
  );
  return { source, devices, digest };
}

export const unknownDevice = (id: number): PlannedDevice => ({
  target: null,
  wanted: {},
  difference: {
    device: id,
    title: String(id),
    location_title: '',
    refused: texts.unknown,
    loosens: false,
    changes: [],
  },
});

/** What a device would get; `keep` leaves some of it as it is. */
export function planDevice(
  source: CopySource,
  target: CopyDevice,
  what: readonly CopiedSetting[],
  keep: (wanted: Wanted) => Wanted = (wanted) => wanted,
): PlannedDevice {
  const named = { device: target.device.deviceId, title: target.title, location_title: target.siteTitle };
  const refused =
    (source.device.deviceId === target.device.deviceId ? texts.self : null) ??
    layoutProblem(source, target) ??
    scaleProblem(source, target, what);
  const none = { loosens: false, changes: [] };
  if (refused !== null) return { target, wanted: {}, difference: { ...named, refused, ...none } };
  const wanted = keep(wantedSettings(source, target, what));
  const rules = planWanted(target.settings, wanted);
  const problem = ruleProblem(target, wanted);
  if (problem !== null) return { target, wanted, difference: { ...named, refused: problem, ...none } };
  const changes = differenceOf(target, wanted);
  return { target, wanted, difference: { ...named, refused: null, loosens: rules.loosens, changes } };
}

/** Why a copied rule could not be evaluated; null when all can. */
function ruleProblem(target: CopyDevice, wanted: Wanted): string | null {
  const shown = shownWith(target, wanted.types);
  try {
    checkWanted(planWanted(target.settings, wanted).plan, wanted, shown);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const rule = wanted.rules?.[Number(error.more.body?.index)];
    const [text] = Object.values(error.more.fields ?? {}).flat();
    return texts.badRule(rule ? ruleSummary(inWords(rule, shown)) : '', text ?? error.message);
  }
}
