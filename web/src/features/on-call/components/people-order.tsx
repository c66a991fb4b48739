import { type DutyCandidate, maxRotationPeople } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { moved } from '../../../domain/moved.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Stack, Text } from '../../../ui/layout.tsx';
import { searchByLabel } from '../../../ui/search-by-label.ts';
import css from './dialogs.module.css';

const t = texts.order;

interface Props {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: readonly number[];
  readonly onChange?: (people: readonly number[]) => void;
  readonly people: readonly DutyCandidate[];
}

/** Form field for the people of a rotation in the order of their turns: moved by dragging or arrows, added by name. */
export const PeopleOrder = ({ id, value = [], onChange, people }: Props) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  // A row that was moved by an arrow keeps the focus, so that it can be moved again.
  const [pressed, setPressed] = useState<{ readonly place: number; readonly arrow: 0 | 1 } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row exists once the new order is shown.
  useEffect(() => {
    if (pressed === null) return;
    const arrows = list.current?.children[pressed.place]?.querySelectorAll('button');
    const arrow = arrows?.[pressed.arrow];
    (arrow?.disabled ? arrows?.[1 - pressed.arrow] : arrow)?.focus();
    setPressed(null);
  }, [pressed, value]);
  const nameOf = (user: number): string => people.find((one) => one.id === user)?.name ?? String(user);
  const move = (from: number, to: number): void => {
    const next = moved(value, from, to);
    if (next === value) return;
    onChange?.(next);
    setAnnouncement(t.moved(nameOf(value[from] ?? 0), to + 1));
  };
  const press = (from: number, arrow: 0 | 1): void => {
    const to = arrow === 0 ? from - 1 : from + 1;
    move(from, to);
    setPressed({ place: to, arrow });
  };
  // A person may have several turns, so the key includes the position.
  const turns = value.map((user, index) => ({ user, index, key: `${user} ${index}` }));
  return (
    <Stack gap={8} className={css.order}>
      <Stack as="ol" gap={4} margin={0} padding={0} listStyle="none" ref={list}>
        {turns.map(({ user, index, key }) => (
          <li
            key={key}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null) move(dragged, index);
              // The dropped row is rendered as a new element, which gets no dragend event.
              setDragged(null);
            }}
            className={dragged === index ? css.dragged : undefined}
          >
            <span>
              {index + 1}. {nameOf(user)}
            </span>
            <IconButton icon="up" label={t.up(nameOf(user))} disabled={index === 0} onClick={() => press(index, 0)} />
            <IconButton
              icon="down"
              label={t.down(nameOf(user))}
              disabled={index === value.length - 1}
              onClick={() => press(index, 1)}
            />
            <IconButton
              icon="close"
              label={t.out(nameOf(user))}
              onClick={() => onChange?.(value.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </Stack>
      <Select<number | null>
        {...(id === undefined ? {} : { id })}
        aria-label={texts.fields.addPerson}
        placeholder={texts.fields.addPerson}
        value={null}
        disabled={value.length >= maxRotationPeople}
        showSearch={searchByLabel}
        options={people.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(user) => {
          if (user !== null) onChange?.([...value, user]);
        }}
      />
      <Text as="small" tone="quiet">
        {t.help}
      </Text>
      <span className="unseen" role="status">
        {announcement}
      </span>
    </Stack>
  );
};
