import { type ProviderRole, providerRoles, type RoleMapping } from '@tocsin/contract/client-provider';

/** Groups of a claim: a list of texts, or one text. */
const groupsOf = (claim: unknown): readonly string[] => {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) ? claim.filter((group) => typeof group === 'string') : [];
};

/**
 * The highest role that a person's groups allow. Null: roles are not limited. Undefined: none of the groups is listed,
 * so that the person may not sign in.
 */
export function roleLimitOf(mapping: RoleMapping, claim: unknown): ProviderRole | null | undefined {
  if (mapping.length === 0) return null;
  const groups = new Set(groupsOf(claim));
  const allowed = mapping.filter(({ group }) => groups.has(group)).map(({ role }) => role);
  return [...providerRoles].reverse().find((role) => allowed.includes(role));
}
