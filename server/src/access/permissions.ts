import type { SubjectKind } from '@tocsin/contract/access';
import { rulesOn } from '@tocsin/contract/permissions';
import { table } from './authorization-table.ts';
import type { Principal } from './principal.ts';
import type { Subjects } from './subject.ts';

/** The rules of the authorization table that allow the caller something on a subject, for replies about it. */
export const permissionsOf = <K extends SubjectKind>(
  kind: K,
  who: Principal,
  subject: Subjects[K],
): ReturnType<typeof rulesOn<K>> =>
  rulesOn(kind).filter((name) => {
    const rule = table[name] as (who: Principal, subject: Subjects[K]) => 'yes' | 'hidden' | 'forbidden';
    return rule(who, subject) === 'yes';
  });
