import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db.ts';
import { readSettings } from './store.ts';

/**
 * Contact for vulnerability reports: `SECURITY_CONTACT`, otherwise the operator's support e-mail; null without either.
 */
export const securityContactOf = async (db: Db, config: Pick<Config, 'securityContact'>): Promise<string | null> => {
  if (config.securityContact !== null) return config.securityContact;
  const { support_email } = await readSettings(db);
  return support_email === '' ? null : `mailto:${support_email}`;
};
