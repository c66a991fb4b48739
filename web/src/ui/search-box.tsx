import { texts } from '@tocsin/contract/texts/ui';
import { Icon } from './icon.tsx';
import css from './search-box.module.css';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly onEnter?: () => void;
  readonly autoFocus?: boolean;
}

/** A search field; Escape clears it. */
export const SearchBox = ({ value, onChange, placeholder, onEnter, autoFocus }: Props) => (
  <search className={css.box}>
    <Icon name="search" size={16} />
    <input
      type="search"
      value={value}
      placeholder={placeholder}
      aria-label={placeholder}
      // biome-ignore lint/a11y/noAutofocus: only if the user has just opened the field.
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.();
        if (event.key === 'Escape' && value !== '') onChange('');
      }}
    />
    {value !== '' && (
      <button type="button" aria-label={texts.clear} onClick={() => onChange('')}>
        <Icon name="close" size={14} />
      </button>
    )}
  </search>
);
