/** Definition 1, word for word: it is printed on each certificate. */
export const definitionText =
  'A minute of a device is running when its running sensor says so (setting; default as in bearing weeks; without one every minute counts and the page says so). It is protected when the device is online, neither suspended nor out of service, every required sensor (setting; default: enabled and with an alarm of its own or a rule) has a fresh good value, is not shelved, out of service, disabled, not scanned, suspected dead or overdue for its proof test, and an alarm of it would reach somebody at once or by policy without a gap. Else each cause counts the minute; the first in that order owns it.';

/** What the certificate is a record for; a clause that does not apply at the site stays and is for its reader to judge. */
export const clauses: readonly { readonly clause: string; readonly asks: string; readonly records: string }[] = [
  {
    clause: '29 CFR 1910.272 (m)',
    asks: 'Regular inspection of safety control equipment, with records',
    records: 'tests done and due',
  },
  {
    clause: '29 CFR 1910.272 (q)(4)',
    asks: 'Bearings inside the casing monitored',
    records: 'hours in which the required sensors could warn',
  },
  {
    clause: '29 CFR 1910.272 (q)(5)',
    asks: 'Motion detection that shuts down at no more than 20 % loss of speed',
    records: 'hours in which the required sensors could warn; not the shutdown',
  },
  {
    clause: '29 CFR 1910.272 (q)(6)',
    asks: 'Belt alignment monitored, alarm to employees',
    records: 'alarms with time to acknowledge',
  },
  { clause: '29 CFR 1910.272 (q)(7)', asks: 'Exemption with daily visual inspection', records: 'not recorded here' },
  {
    clause: 'NFPA 660 (formerly 61)',
    asks: 'Upkeep and test of the monitoring',
    records: 'tests, changes of limits with reasons',
  },
  { clause: 'DSEAR 2002, regulation 6', asks: 'Upkeep of measures (Great Britain)', records: 'tests, hours by cause' },
];

export const whatItIsNot: readonly string[] = [
  'Not a certificate of a safety function (no SIL, no PL).',
  'Not an approval by OSHA, NFPA or an insurer.',
  'No proof that there was no hazard.',
  'It does not say that the clauses are fulfilled.',
];
