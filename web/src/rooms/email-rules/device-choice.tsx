import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { SearchBox } from '../../kit/search-box.tsx';
import { Loading } from '../../kit/states.tsx';
import { useSelection } from '../../wire/selection.ts';
import { type Group, groupsOf } from './model.ts';
import { choiceQuery } from './queries.ts';
import css from './rules.module.css';
import { texts } from './texts.ts';

const t = texts.form;

type Props = {
  /** Given by the form. */
  readonly value?: readonly number[];
  readonly onChange?: (devices: readonly number[]) => void;
};

type GroupProps = {
  readonly group: Group;
  readonly chosen: ReadonlySet<number>;
  readonly onChosen: (next: Set<number>) => void;
};

const SiteGroup = ({ group, chosen, onChosen }: GroupProps) => {
  const ids = group.devices.map((device) => device.id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const turn = (which: readonly number[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of which) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onChosen(next);
  };
  return (
    <li>
      {ids.length === 0 ? (
        <p className={css.siteName}>{group.title}</p>
      ) : (
        <Checkbox
          className={css.siteName ?? ''}
          checked={count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          onChange={(event) => turn(ids, event.target.checked)}
        >
          {group.title}
        </Checkbox>
      )}
      {ids.length === 0 && <p className={css.none}>{t.noDevices}</p>}
      <ul>
        {group.devices.map((device) => (
          <li key={device.id}>
            <Checkbox checked={chosen.has(device.id)} onChange={(event) => turn([device.id], event.target.checked)}>
              {device.title}
            </Checkbox>
          </li>
        ))}
      </ul>
    </li>
  );
};

/** The devices that a rule is about, grouped by site. */
export const DeviceChoice = ({ value = [], onChange }: Props) => {
  const { data } = useQuery(choiceQuery(useSelection().client));
  const [search, setSearch] = useState('');
  const chosen = new Set(value);
  const groups = data ? groupsOf(data.sites, data.devices, search) : [];
  return (
    <fieldset className={css.choice}>
      <legend>{t.devices}</legend>
      <SearchBox value={search} placeholder={t.search} onChange={setSearch} />
      {data === undefined && <Loading />}
      <ul className={css.groups}>
        {groups.map((group) => (
          <SiteGroup key={group.id} group={group} chosen={chosen} onChosen={(next) => onChange?.([...next])} />
        ))}
      </ul>
      {data && groups.length === 0 && <p className={css.none}>{search === '' ? t.noDevices : t.noneFound}</p>}
    </fieldset>
  );
};
