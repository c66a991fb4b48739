import { queryOptions } from '@tanstack/react-query';
import { endpoints, type ProposedWarnings, type Warning, type WarningRow } from '@tocsin/contract/sensors';
import { call } from '../api/call.ts';

const page = 100;

/** All warning rules of a device, from all pages, because the list is posted as a whole. */
export const allWarningsQuery = (device: number) =>
  queryOptions({
    queryKey: ['all-warnings', device],
    queryFn: async ({
      signal,
    }): Promise<{
      readonly results: readonly Warning[];
      readonly version: number;
      readonly proposed: ProposedWarnings | null;
    }> => {
      const warnings: Warning[] = [];
      for (;;) {
        const query = { limit: page, offset: warnings.length };
        const { count, results, version, proposed } = await call(endpoints.warnings, {
          params: { id: device },
          query,
          signal,
        });
        warnings.push(...results);
        if (warnings.length >= count || results.length === 0) return { results: warnings, version, proposed };
      }
    },
    // Forms must start with the server's current values, not with cached ones.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** A rule as it is sent to the server, without its read-only fields. */
export const rowOf = ({
  name: _name,
  unit: _unit,
  is_known: _isKnown,
  cannot_evaluate_since: _since,
  sentence: _sentence,
  ...row
}: Warning): WarningRow => row;
