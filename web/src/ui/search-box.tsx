import { texts } from '@tocsin/contract/texts/ui';
import { Icon } from './icon.tsx';
import { Stack, Text } from './layout.tsx';
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
  <Text as="search" position="relative" width={280} maxWidth="100%" className={css.box}>
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
      <Stack
        as="button"
        position="absolute"
        right={2}
        placeItems="center"
        width={28}
        height={28}
        tone="faint"
        type="button"
        aria-label={texts.clear}
        onClick={() => onChange('')}
      >
        <Icon name="close" size={14} />
      </Stack>
    )}
  </Text>
);
