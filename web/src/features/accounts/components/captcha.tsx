import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { captchaOffer } from '../queries.ts';
import './components.css';

const t = texts.captcha;
type Stage = 'open' | 'working' | 'done' | 'failed';

type Props = {
  /** The captcha token, or null if there is none. */
  readonly onToken: (token: string | null) => void;
  /** Changes when a token has been used: each submission needs a new one. */
  readonly round: number;
  readonly error?: string | undefined;
};

/**
 * A checkbox that starts a proof of work in the browser, without images and without data sent to third parties. If the
 * operator has configured another provider, its widget is loaded instead.
 */
export const Captcha = ({ onToken, round, error }: Props) => {
  const [stage, setStage] = useState<Stage>('open');
  const loading = useRef(onToken);
  loading.current = onToken;
  const work = useRef<AbortController | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round starts unchecked.
  useEffect(() => {
    setStage('open');
    loading.current(null);
    return () => work.current?.abort();
  }, [round]);

  const start = async (): Promise<void> => {
    const control = new AbortController();
    work.current = control;
    setStage('working');
    try {
      const offer = await captchaOffer();
      const token =
        offer.provider === 'altcha'
          ? await (await import('./captcha-solver.ts')).solve(offer.challenge, control.signal)
          : await (await import('./captcha-siteverify.ts')).solve(offer, frame.current, control.signal);
      setStage('done');
      loading.current(token);
    } catch {
      if (!control.signal.aborted) setStage('failed');
    }
  };

  return (
    <div>
      <div className="acc-captcha">
        <label>
          <input
            type="checkbox"
            checked={stage === 'working' || stage === 'done'}
            aria-disabled={stage === 'working' || stage === 'done'}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={() => {
              if (stage === 'open' || stage === 'failed') void start();
            }}
          />
          {t.label}
        </label>
        {stage === 'working' ? <Icon name="refresh" size={20} className="is-working" /> : null}
        {stage === 'done' ? <Icon name="tick" size={20} /> : null}
        <span id={`${id}-note`} className="acc-captcha-note" role="status">
          {stage === 'working' ? t.working : stage === 'done' ? t.done : stage === 'failed' ? t.wrong : ''}
        </span>
      </div>
      <div ref={frame} />
      {error ? (
        <p className="acc-captcha-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
};
