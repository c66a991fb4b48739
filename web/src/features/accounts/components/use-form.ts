import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { useAction } from '../../../ui/use-action.ts';
import type { Errors } from '../model.ts';

type Values = Readonly<Record<string, string>>;

export type Form<T extends Values, E = T> = {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly values: T;
  readonly errors: Errors<E>;
  readonly busy: boolean;
  /** Number of refused attempts; restarts the timers of messages that hide. */
  readonly attempts: number;
  readonly set: (name: keyof T, value: string) => void;
  /** What an input of one value takes. */
  readonly field: (name: keyof T & keyof E) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  };
  /** Resets values and errors to their initial state. */
  readonly reset: () => void;
  readonly submit: (event: FormEvent) => void;
};

/** The texts of a 400 that belong to this form's fields. */
const fromServer = (error: unknown, values: Values): Readonly<Record<string, string>> => {
  if (!(error instanceof CallError)) return {};
  const texts: Record<string, string> = {};
  for (const name of Object.keys(values)) {
    const text = error.fields[name]?.[0];
    if (text) texts[name] = text;
  }
  return texts;
};

/** Form state: errors appear from the first attempt on and clear when corrected; the first invalid field gets the focus. */
export const useForm = <T extends Values, E extends object = T>(
  initial: T,
  check: (values: T) => Errors<E>,
  /** Submits the values; texts it returns are shown at their fields like validation errors. */
  send: (values: T, reset: () => void) => Promise<Errors<E> | undefined>,
  /** Called with an error that belongs to no field of the form. */
  failed: (error: unknown, values: T, reset: () => void) => void,
  /** First values, if they differ from those that a reset restores. */
  started: T = initial,
): Form<T, E> => {
  const [values, setValues] = useState(started);
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const ref = useRef<HTMLFormElement>(null);
  const checked = attempts > 0 ? check(values) : ({} as Errors<E>);
  // A refusal is shown until its field is corrected, even if the form has been cleared since.
  const errors = { ...checked, ...refused } as Errors<E>;

  useEffect(() => {
    if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  const reset = (): void => {
    setValues(initial);
    setAttempts(0);
    setRefused({});
  };
  const refuse = (texts: object): void => {
    setRefused({ ...texts });
    setAttempts((n) => n + 1);
  };
  const { run, busy } = useAction((sent: T) => send(sent, reset), {
    fails: 'here',
    onDone: (refusals) => {
      if (refusals) refuse(refusals);
    },
    onFailure: (error, sent) => {
      const texts = fromServer(error, sent);
      if (Object.keys(texts).length === 0) failed(error, sent, reset);
      else refuse(texts);
    },
  });
  const set = (name: keyof T, value: string): void => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefused(({ [String(name)]: _corrected, ...rest }) => rest);
  };
  return {
    ref,
    values,
    errors,
    busy,
    attempts,
    reset,
    set,
    field: (name) => ({
      value: values[name],
      error: errors[name],
      onChange: (event) => set(name, event.target.value),
    }),
    submit: (event) => {
      event.preventDefault();
      if (busy) return;
      setRefused({});
      if (Object.keys(check(values)).length > 0) setAttempts((n) => n + 1);
      else run(values);
    },
  };
};
