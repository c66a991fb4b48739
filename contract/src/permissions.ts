import { z } from 'zod';
import { type RuleName, rules, type SubjectKind } from './access.ts';

/** Rules that are decided before it is known who calls. */
type BeforeSignIn = 'anyone' | 'device-credentials';

/** The rules on one kind of subject. */
type RuleOn<K extends SubjectKind> = {
  [N in Exclude<RuleName, BeforeSignIn>]: (typeof rules)[N]['on'] extends K ? N : never;
}[Exclude<RuleName, BeforeSignIn>];

const isGranted = (name: string): name is Exclude<RuleName, BeforeSignIn> =>
  name in rules && name !== 'anyone' && name !== 'device-credentials';

/** Names of the rules on one kind of subject, in the order of the authorization table. */
export const rulesOn = <K extends SubjectKind>(kind: K): readonly RuleOn<K>[] =>
  Object.keys(rules).filter((name): name is RuleOn<K> => isGranted(name) && rules[name].on === kind);

/**
 * What the reader may do with the thing that a reply describes, as names of authorization rules. A page asks for a name
 * and computes nothing from roles. Optional, because replies of older versions lack it.
 */
export const permissionsOn = <K extends SubjectKind>(kind: K) =>
  z
    .array(z.enum(rulesOn(kind) as [RuleOn<K>, ...RuleOn<K>[]]))
    .readonly()
    .optional();

/** Whether the reader may do something with the thing of a reply. */
export const may = <N extends RuleName>(
  thing: { readonly permissions?: readonly N[] | undefined } | null | undefined,
  name: NoInfer<N>,
): boolean => thing?.permissions?.includes(name) ?? false;
