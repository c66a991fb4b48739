import { texts } from '@tocsin/contract/texts/accounts';
import { useState } from 'react';
import { verifyCaptcha } from '../queries.ts';

/** The captcha of a form: whether a token exists, whether the server accepts it, and the error text. */
export const useCaptcha = () => {
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [error, setError] = useState<string>();
  /** Starts a new round, because a token can be used only once. */
  const again = (): void => setRound((n) => n + 1);
  const refuse = (text: string): false => {
    setError(text);
    return false;
  };
  return {
    complete: token !== null,
    again,
    passes: async (): Promise<boolean> => {
      if (token === null) return refuse(texts.captcha.incomplete);
      try {
        if (await verifyCaptcha(token)) return true;
        again();
        return refuse(texts.captcha.failed);
      } catch {
        again();
        return refuse(texts.captcha.wrong);
      }
    },
    box: {
      round,
      error,
      onToken: (proof: string | null): void => {
        setToken(proof);
        if (proof !== null) setError(undefined);
      },
    },
  };
};
