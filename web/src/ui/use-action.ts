import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/ui';
import { useCallback, useEffect, useRef } from 'react';
import { showToast } from './toast.tsx';

export interface ActionOptions<A extends readonly unknown[], R> {
  /** Queries to refetch after a success, before `onDone`; `all`: every query of the page. */
  readonly refetches?: readonly QueryKey[] | 'all';
  /** Refetches after a failure too, when what is shown may be outdated. */
  readonly refetchesAnyway?: boolean;
  /** The toast of a success; a function may return undefined for none. */
  readonly toast?: string | ((result: R, ...args: A) => string | undefined);
  /** Called after a success, with the result and the arguments: closes, navigates, clears. */
  readonly onDone?: (result: R, ...args: A) => unknown;
  /** `here`: the component shows `failure`. By default a failure is a toast. */
  readonly fails?: 'here' | 'toast';
  /** The text of a failure; by default the message of the error. */
  readonly failureText?: (error: unknown) => string;
  readonly onFailure?: (error: unknown, ...args: A) => unknown;
}

export interface Action<A extends readonly unknown[] = []> {
  /** Starts the action; does nothing while it runs. */
  readonly run: (...args: A) => void;
  readonly busy: boolean;
  /** The arguments of the running or last call; null: none, or cleared. */
  readonly args: A | null;
  /** Text of the last failure, until the next start; null: none, or shown as a toast. */
  readonly failure: string | null;
  /** The error of the last failure. */
  readonly error: Error | null;
  /** Forgets the last failure. */
  readonly clear: () => void;
}

/** Statuses of a call that reached no server, or one too busy to take it: nothing was saved. */
const unsaved: ReadonlySet<unknown> = new Set([0, 503]);

/** The message of an error as users see it. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The text beside a form whose save failed: it also says if nothing was saved because the server did not answer. */
export const saveFailureText = (error: unknown): string => {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return unsaved.has(status) ? `${errorText(error)} ${texts.notSaved}` : errorText(error);
};

/**
 * An action of the user that calls the server: its state, its success and its failure. A second press while it runs does
 * nothing. An action whose component has gone still refetches and shows its toasts, among them a failure that nothing
 * else would show.
 */
export const useAction = <A extends readonly unknown[], R>(
  act: (...args: A) => Promise<R>,
  options: ActionOptions<A, R> = {},
): Action<A> => {
  const queries = useQueryClient();
  const isRunning = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const { refetches = [], refetchesAnyway = false, toast, onDone, fails = 'toast', onFailure } = options;
  const { failureText = fails === 'here' ? saveFailureText : errorText } = options;
  const refetch = (): Promise<unknown> =>
    refetches === 'all'
      ? queries.invalidateQueries()
      : Promise.all(refetches.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const { mutate, reset, isPending, variables, error } = useMutation<R, Error, A>({
    mutationFn: async (args) => {
      try {
        const result = await act(...args);
        const text = typeof toast === 'function' ? toast(result, ...args) : toast;
        if (text !== undefined) showToast('success', text);
        await refetch();
        await onDone?.(result, ...args);
        return result;
      } catch (failure) {
        await onFailure?.(failure, ...args);
        if (fails === 'toast' || !isMounted.current) showToast('error', failureText(failure));
        if (refetchesAnyway) await refetch();
        throw failure;
      } finally {
        isRunning.current = false;
      }
    },
  });
  const run = useCallback(
    (...args: A): void => {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(args);
    },
    [mutate],
  );
  return {
    run,
    busy: isPending,
    args: variables ?? null,
    failure: error !== null && fails === 'here' ? failureText(error) : null,
    error,
    clear: reset,
  };
};
