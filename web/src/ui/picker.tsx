import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/ui';
import { Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import css from './picker.module.css';
import { SearchBox } from './search-box.tsx';

/** An option; its label is shown and searched, its key is passed to the callback. */
interface Choice {
  readonly key: string;
  readonly label: string;
  readonly note?: ReactNode;
}

interface Props {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly current: string | null;
  readonly onPick: (key: string) => void;
  readonly children: ReactNode;
  readonly strong?: boolean;
}

const searchFrom = 8;

/** A name that opens a searchable list from which another one is selected. */
export const Picker = ({ label, choices, current, onPick, children, strong }: Props) => {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const query = searchText(text.trim());
  const matches = choices.filter((choice) => searchText(choice.label).includes(query));
  const pick = (key: string): void => {
    setOpen(false);
    onPick(key);
  };
  return (
    <Dropdown
      open={open}
      trigger={['click']}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setText('');
      }}
      popupRender={() => (
        <div className={css.panel} role="dialog" aria-label={label}>
          {choices.length >= searchFrom && (
            <div className={css.search}>
              <SearchBox
                value={text}
                onChange={setText}
                placeholder={label}
                autoFocus
                onEnter={() => matches[0] && pick(matches[0].key)}
              />
            </div>
          )}
          <ul className={css.list}>
            {matches.map((choice) => (
              <li key={choice.key}>
                <button type="button" aria-current={choice.key === current} onClick={() => pick(choice.key)}>
                  <span className={css.name}>{choice.label}</span>
                  {choice.note && <span className={css.note}>{choice.note}</span>}
                </button>
              </li>
            ))}
            {matches.length === 0 && <li className={css.none}>{texts.nothingFound}</li>}
          </ul>
        </div>
      )}
    >
      <button
        type="button"
        className={strong ? css.strong : css.opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={label}
      >
        <span className={css.text}>{children}</span>
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  );
};
