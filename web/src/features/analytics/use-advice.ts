import { useQueryClient } from '@tanstack/react-query';
import { texts as rehearsal } from '@tocsin/contract/texts/rehearsal';
import { useEffect, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { type Finding, findAdvice } from './find-advice.ts';

/** A rule in force of a device. */
export interface RuleOf {
  readonly device: number;
  readonly rule: number;
}
export type AdviceState =
  | { readonly kind: 'trying'; readonly share: number }
  | { readonly kind: 'failed'; readonly message: string }
  | Finding;

export const keyOf = ({ device, rule }: RuleOf): string => `${device} ${rule}`;

function failureText(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return error instanceof CallError && error.status === 503 ? rehearsal.busy : error.message;
}

/**
 * Rehearses rules one after the other until unmounted; a rule without a state has not been reached yet. What was found
 * within the last minutes is shown again. `again` repeats what failed.
 */
export function useAdvice(rules: readonly RuleOf[]): {
  readonly states: ReadonlyMap<string, AdviceState>;
  readonly again: () => void;
} {
  const queries = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<string, AdviceState>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const wanted = JSON.stringify(rules.map(({ device, rule }) => ({ device, rule })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts over.
  useEffect(() => {
    const own = new AbortController();
    const put = (rule: RuleOf, state: AdviceState): void => {
      if (!own.signal.aborted) setStates((before) => new Map(before).set(keyOf(rule), state));
    };
    const tryOne = async (rule: RuleOf): Promise<AdviceState> => {
      const progress = (share: number): void => put(rule, { kind: 'trying', share });
      const key = ['advice', keyOf(rule)];
      const known = queries.getQueryData<Finding>(key);
      if (known) return known;
      try {
        progress(0);
        const found = await findAdvice(queries, rule, progress, own.signal);
        queries.setQueryData(key, found);
        return found;
      } catch (error) {
        return { kind: 'failed', message: failureText(error) };
      }
    };
    const tryAll = async (): Promise<void> => {
      const all: readonly RuleOf[] = JSON.parse(wanted);
      for (const rule of all) if (!own.signal.aborted) put(rule, await tryOne(rule));
    };
    setStates(new Map());
    void tryAll();
    return () => own.abort();
  }, [wanted, attempt, queries]);
  return { states, again: () => setAttempt((before) => before + 1) };
}
