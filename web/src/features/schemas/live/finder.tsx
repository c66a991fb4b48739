import { texts } from '@tocsin/contract/texts/schemas';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import type { Machine } from '../canvas/tab.ts';
import { usePlantStore } from './feed.tsx';
import { findMachines } from './find-machine.ts';
import css from './overview.module.css';
import { wordOfState } from './state-look.ts';

interface Props {
  readonly machines: readonly Machine[];
  readonly sensorName: (path: string) => string | undefined;
  readonly show: (machine: Machine) => void;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** A combobox over the machines of the tab: Enter moves the view to the chosen one. */
export const Finder = ({ machines, sensorName, show, field }: Props) => {
  const store = usePlantStore();
  const list = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = findMachines(machines, sensorName, query);
  const isOpen = query.trim() !== '';
  const go = (machine: Machine | undefined): void => {
    if (machine === undefined) return;
    setQuery('');
    setChosen(0);
    show(machine);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    }
    if (event.key === 'Enter') go(found[chosen] ?? found[0]);
    if (event.key === 'Escape') {
      setQuery('');
      field.current?.blur();
    }
  };
  return (
    <Row
      as="search"
      position="relative"
      gap={6}
      height={32}
      padding="0 6px 0 8px"
      border="1px solid var(--line2)"
      borderRadius="var(--r-button)"
      background="var(--surface)"
      className={css.finder}
    >
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={texts.findMachine}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `${list}-${chosen}` : undefined}
        placeholder={texts.findMachine}
        maxLength={60}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <kbd>/</kbd>
      <Text
        id={list}
        role="listbox"
        aria-label={texts.findMachine}
        as="div"
        surface
        position="absolute"
        zIndex={10}
        top="calc(100% + 4px)"
        left={0}
        minWidth={260}
        padding={4}
        boxShadow="0 6px 24px rgb(0 0 0 / 18%)"
        className={css.found}
        hidden={!isOpen}
      >
        {found.map((machine, i) => (
          <div
            key={machine.id}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              go(machine);
            }}
          >
            <b>{machine.name}</b>{' '}
            <span>{[machine.area, wordOfState[store.status(machine.id).state]].filter(Boolean).join(', ')}</span>
          </div>
        ))}
        {found.length === 0 && <p>{texts.noMachineFound}</p>}
      </Text>
    </Row>
  );
};
