import type { DutyCandidate } from '@tocsin/contract/on-call';
import { mostRotationPeople } from '@tocsin/contract/on-call';
import { texts } from '@tocsin/contract/texts/on-call';
import { Select } from 'antd';
import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { moved } from '../model.ts';
import css from './dialogs.module.css';

const t = texts.order;

interface Props {
  /** Set by the form. */
  readonly id?: string;
  readonly value?: readonly number[];
  readonly onChange?: (people: readonly number[]) => void;
  readonly people: readonly DutyCandidate[];
}

/** People in the order of their turns: moved by dragging or by the arrows, and added by name. */
export const PeopleOrder = ({ id, value = [], onChange, people }: Props) => {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (user: number): string => people.find((one) => one.id === user)?.name ?? String(user);
  const move = (from: number, to: number): void => {
    const next = moved(value, from, to);
    if (next === value) return;
    onChange?.(next);
    setSaid(t.moved(nameOf(value[from] ?? 0), to + 1));
  };
  return (
    <div className={css.order}>
      <ol>
        {value.map((user, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a person may have several turns, and the place is the identity.
            key={`${user} ${index}`}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== null) move(dragged, index);
            }}
            className={dragged === index ? css.dragged : undefined}
          >
            <span>
              {index + 1}. {nameOf(user)}
            </span>
            <IconButton
              icon="up"
              label={t.up(nameOf(user))}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              icon="down"
              label={t.down(nameOf(user))}
              disabled={index === value.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              icon="close"
              label={t.out(nameOf(user))}
              onClick={() => onChange?.(value.filter((_, place) => place !== index))}
            />
          </li>
        ))}
      </ol>
      <Select<number | null>
        {...(id === undefined ? {} : { id })}
        aria-label={texts.fields.addPerson}
        placeholder={texts.fields.addPerson}
        value={null}
        disabled={value.length >= mostRotationPeople}
        showSearch={{ optionFilterProp: 'label' }}
        options={people.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(user) => {
          if (user !== null) onChange?.([...value, user]);
        }}
      />
      <small>{t.help}</small>
      <span className={css.hidden} role="status">
        {said}
      </span>
    </div>
  );
};
