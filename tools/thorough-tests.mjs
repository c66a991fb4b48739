// The tests that only the thorough run has (docs/decisions/1360-journeys-and-thorough-checks.md): browser checks, and
// walks over every call of the API, which are a third of the database tests' time.
export const thoroughFolders = ['e2e/thorough/', 'server/src/testing/role-walk/'];
/** Tests beside others: they start servers or clusters of their own, or do much of one thing. */
export const thoroughFiles = [
  'server/src/history/suspect/device-scan.test.ts',
  'tools/regular-expressions.test.ts',
  'server/src/app/clock-changes.db.test.ts',
  'server/src/notify/2-escalate/rules/storms.db.test.ts',
  'server/src/notify/2-escalate/policies/engine-many.db.test.ts',
  'server/src/features/escalation/preview-happened.db.test.ts',
  'server/src/features/incident-pack/routes.db.test.ts',
  'server/src/platform/backup/backup.db.test.ts',
  'server/src/testing/audit-walk/audit-walk.db.test.ts',
  'server/src/app/invited-by-provider.db.test.ts',
  'server/src/app/pictures.db.test.ts',
  'server/src/app/providers.db.test.ts',
  'server/src/app/start-refusal.db.test.ts',
  'server/src/app/webhook-targets.db.test.ts',
  'server/src/features/accounts/passkeys.db.test.ts',
  'server/src/platform/embedded-postgres/embedded-postgres.db.test.ts',
  'server/src/platform/upgrade-postgres.db.test.ts',
  'server/src/history/restore/restore.db.test.ts',
  'server/src/provisioning/provisioning.db.test.ts',
  'server/src/features/incident-pack/broken-downloads.db.test.ts',
  'server/src/app/service-accounts.db.test.ts',
  'server/src/app/connections.db.test.ts',
  'server/src/edge/edge.test.ts',
  'server/src/features/accounts/two-factor.db.test.ts',
  'server/src/features/inspection/routes.db.test.ts',
  'server/src/features/sensors/copy/copy.db.test.ts',
  'server/src/features/sensors/copy/template.db.test.ts',
  'server/src/history/archive/archive.db.test.ts',
  'server/src/notify/1-match/match.db.test.ts',
  'server/src/pipeline/1-receive/modbus/random-slave.property.test.ts',
  'server/src/pipeline/1-receive/mqtt/external-connection.test.ts',
  'server/src/pipeline/4-persist/bundles.property.db.test.ts',
];
/** True in `npm test` without `--thorough`, and nowhere else: a test that is run alone is complete. */
export const isShortRun = process.env.TOCSIN_TESTS === 'short';

/**
 * Whether a test file, from the root, belongs to the thorough run alone.
 * @param {string} file
 */
export const isThoroughTest = (file) =>
  thoroughFiles.includes(file) ||
  (/\.(db\.test|spec)\.ts$/.test(file) && thoroughFolders.some((folder) => file.startsWith(folder)));
