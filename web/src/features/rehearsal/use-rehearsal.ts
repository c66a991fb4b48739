import type { Rehearsal, RehearsalDays } from '@tocsin/contract/rehearsal';
import type { WarningRow } from '@tocsin/contract/sensors';
import { texts } from '@tocsin/contract/texts/rehearsal';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/http.ts';
import { streamRehearsal } from '../../domain/rehearsal/stream.ts';

type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly share: number }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'done'; readonly rehearsal: Rehearsal; readonly row: WarningRow };

/** Runs one rehearsal at a time, which is cancelled on unmount. */
export const useRehearsal = (device: number) => {
  const [state, setState] = useState<RunState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const cancel = useCallback((): void => {
    running.current?.abort();
    running.current = null;
  }, []);
  useEffect(() => cancel, [cancel]);

  const run = useCallback(
    async (row: WarningRow, days: RehearsalDays): Promise<void> => {
      cancel();
      const own = new AbortController();
      running.current = own;
      setState({ kind: 'running', share: 0 });
      const body = { results: [row], days, signal: 0 };
      const progress = (share: number): void => setState({ kind: 'running', share });
      try {
        const rehearsal = await streamRehearsal(device, body, progress, own.signal);
        if (running.current === own) setState({ kind: 'done', rehearsal, row });
      } catch (error) {
        if (own.signal.aborted) {
          if (running.current === null) setState({ kind: 'idle' });
        } else if (error instanceof CallError)
          setState({ kind: 'failed', message: error.status === 503 ? texts.busy : error.message });
        else throw error;
      }
    },
    [cancel, device],
  );
  return { state, run, cancel };
};
