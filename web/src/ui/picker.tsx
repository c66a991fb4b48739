import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/ui';
import { Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { Row, Text } from './layout.tsx';
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
        <Text
          as="div"
          surface
          minWidth={220}
          maxWidth={360}
          boxShadow="0 6px 24px rgb(0 0 0 / 18%)"
          overflow="hidden"
          role="dialog"
          aria-label={label}
        >
          {choices.length >= searchFrom && (
            <Text as="div" padding={8} borderBottom="1px solid var(--line)">
              <SearchBox
                value={text}
                onChange={setText}
                placeholder={label}
                autoFocus
                onEnter={() => matches[0] && pick(matches[0].key)}
              />
            </Text>
          )}
          <Text as="ul" maxHeight={360} padding={4} overflowY="auto" className={css.list}>
            {matches.map((choice) => (
              <li key={choice.key}>
                <Row
                  as="button"
                  justify="space-between"
                  gap={16}
                  width="100%"
                  minHeight={32}
                  padding="6px 8px"
                  borderRadius="var(--r-button)"
                  background="none"
                  textAlign="left"
                  type="button"
                  aria-current={choice.key === current}
                  onClick={() => pick(choice.key)}
                >
                  <span>{choice.label}</span>
                  {choice.note && (
                    <Text flex="none" tone="faint" size={12}>
                      {choice.note}
                    </Text>
                  )}
                </Row>
              </li>
            ))}
            {matches.length === 0 && (
              <Text as="li" padding={8} tone="faint">
                {texts.nothingFound}
              </Text>
            )}
          </Text>
        </Text>
      )}
    >
      <button
        type="button"
        className={strong ? css.strong : css.opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={label}
      >
        <Text oneLine>{children}</Text>
        <Icon name="down" size={14} />
      </button>
    </Dropdown>
  );
};
