import { createHash } from 'node:crypto';
import { canonicalJson } from '@tocsin/contract/certificate-file';
import type { ProtectedHours } from '@tocsin/contract/protection-hours';
import { clauses, definitionText, whatItIsNot } from './clauses.ts';

/** What happened at a site in a month, beside its hours. Times are ISO 8601. */
export interface MonthFacts {
  readonly tests: readonly {
    readonly at: string;
    readonly device: string;
    readonly sensor: string;
    readonly outcome: string;
    readonly by: string;
  }[];
  readonly tests_due: readonly { readonly device: string; readonly sensor: string; readonly due: string | null }[];
  readonly alarms: readonly {
    readonly at: string;
    readonly device: string;
    readonly sensor: string;
    readonly what: string;
    /** Minutes from its beginning to its acknowledgement; null: not acknowledged. */
    readonly acknowledged_after: number | null;
    readonly by: string | null;
  }[];
  /** Changes of rules and settings with their reason. */
  readonly changes: readonly {
    readonly at: string;
    readonly by: string;
    readonly what: string;
    readonly reason: string;
  }[];
  /** Sensors that stopped being required. */
  readonly released: readonly {
    readonly at: string;
    readonly device: string;
    readonly sensor: string;
    readonly by: string;
    readonly reason: string;
  }[];
}

export interface Issue {
  readonly number: string;
  readonly replaces: string | null;
  readonly month: string;
  readonly client: string;
  readonly issuedAt: string;
  readonly issuedBy: string;
  readonly hours: ProtectedHours;
  readonly facts: MonthFacts;
}

/** The figures alone: what a later version must differ in. */
const figuresOf = ({ hours }: Pick<Issue, 'hours'>) => ({
  total: hours.total,
  definitions: hours.definitions,
  devices: hours.results.map(({ days: _, ...device }) => device),
});
export const figuresHash = (issue: Pick<Issue, 'hours'>): string =>
  createHash('sha256')
    .update(canonicalJson(figuresOf(issue)))
    .digest('hex');

/** What is signed. `files`: SHA-256 of the page and the annex. */
export function documentOf(issue: Issue, files: Readonly<Record<string, string>>) {
  const { number, replaces, month, client, issuedAt, issuedBy, hours, facts } = issue;
  return {
    tocsin: 'certificate of protected hours',
    number,
    replaces,
    month,
    client,
    site: hours.site,
    issued_at: issuedAt,
    issued_by: issuedBy,
    figures_as_of: issuedAt,
    definition: { number: 1, text: definitionText },
    ...figuresOf(issue),
    ...facts,
    record_for: clauses,
    is_not: whatItIsNot,
    files,
  };
}
