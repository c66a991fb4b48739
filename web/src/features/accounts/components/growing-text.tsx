import { type ComponentProps, useEffect, useId, useRef } from 'react';
import './components.css';

type Props = Omit<ComponentProps<'textarea'>, 'rows'> & {
  readonly label: string;
  readonly error?: string | undefined;
  readonly minRows: number;
  readonly maxRows: number;
};

/** A text area that grows with its text, from `minRows` to `maxRows`. */
export const GrowingText = ({ label, error, minRows, maxRows, ...rest }: Props) => {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.rows = minRows;
    const style = getComputedStyle(box);
    const line = Number.parseFloat(style.lineHeight);
    const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
    box.rows = Math.min(maxRows, Math.max(minRows, Math.ceil((box.scrollHeight - padding) / line)));
  }, [rest.value, minRows, maxRows]);
  return (
    <div className="acc-text">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={ref}
        id={id}
        {...rest}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
      />
      {error ? (
        <p id={`${id}-note`} className="acc-captcha-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
};
