import { texts } from '@tocsin/contract/texts/changes';
import type { Trx } from '../platform/db.ts';
import { badField } from '../platform/errors.ts';
import { type ChangeSettings, changeSettingsOf } from './store-change-settings.ts';

/**
 * Settings of the client for a change that loosens or removes something; throws 400 at `reason` when the client asks for
 * one and it is missing. An approval needs a reason, too.
 */
export async function refuseWithoutReason(
  trx: Trx,
  clientId: number,
  reason: string | undefined,
): Promise<ChangeSettings> {
  const settings = await changeSettingsOf(trx, clientId);
  if ((settings.needsReason || settings.needsApproval) && (reason ?? '') === '')
    throw badField('reason', texts.reasonMissing);
  return settings;
}

/** The reason as a member of an audit note's new values; nothing without one. */
export const auditedReason = (reason: string | undefined): { readonly reason?: string } =>
  reason === undefined || reason === '' ? {} : { reason };
