/** The part of an e-mail rule that decides how soon, how often and about what it mails. */
interface Rule {
  readonly event_type: string;
  readonly contact_when: number;
  readonly x: number | null;
  readonly number_per_hour: number;
  readonly all_devices: boolean;
  readonly is_active: boolean;
  readonly devices: readonly number[];
}

/** Whether a changed rule mails later, less, or about fewer devices than before. */
export function loosens(before: Rule, after: Rule): boolean {
  if (!before.is_active) return false;
  return (
    !after.is_active ||
    after.event_type !== before.event_type ||
    mailsLess(before, after) ||
    (before.all_devices && !after.all_devices) ||
    (!after.all_devices && before.devices.some((id) => !after.devices.includes(id)))
  );
}

function mailsLess(before: Rule, after: Rule): boolean {
  // 0 mails at once; every other code waits for x minutes or hours.
  if (before.contact_when === 0 ? after.contact_when !== 0 : isLater(before, after)) return true;
  // 0 is no limit.
  if (after.number_per_hour === 0) return false;
  return before.number_per_hour === 0 || after.number_per_hour < before.number_per_hour;
}

function isLater(before: Rule, after: Rule): boolean {
  if (after.contact_when === 0) return false;
  return after.contact_when !== before.contact_when || (after.x ?? 0) > (before.x ?? 0);
}
