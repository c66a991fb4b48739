import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/graphs';
import { Checkbox, Dropdown } from 'antd';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import type { GraphName } from '../queries.ts';
import css from './sensor-picker.module.css';

interface Props {
  readonly all: readonly GraphName[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

/** Selects which sensors have a graph on this page. */
export const SensorPicker = ({ all, hidden, onHidden }: Props) => {
  const [text, setText] = useState('');
  const query = searchText(text.trim());
  const matches = all.filter(({ name, group }) => searchText(`${name} ${group}`).includes(query));
  const groups = [...new Set(matches.map((each) => each.group))];
  const toggle = (path: string): void => {
    const next = new Set(hidden);
    if (!next.delete(path)) next.add(path);
    onHidden(next);
  };
  return (
    <Dropdown
      trigger={['click']}
      popupRender={() => (
        <div className={css.panel} role="dialog" aria-label={texts.pickSensors}>
          <div className={css.head}>
            <SearchBox value={text} onChange={setText} placeholder={texts.findSensor} />
            <Button size="bar" look="quiet" onClick={() => onHidden(new Set())}>
              {texts.showAll}
            </Button>
            <Button size="bar" look="quiet" onClick={() => onHidden(new Set(all.map((each) => each.path)))}>
              {texts.showNone}
            </Button>
          </div>
          <div className={css.list}>
            {groups.map((group) => (
              <fieldset key={group}>
                <legend>{group}</legend>
                {matches
                  .filter((each) => each.group === group)
                  .map((each) => (
                    <Checkbox key={each.path} checked={!hidden.has(each.path)} onChange={() => toggle(each.path)}>
                      {each.name}
                    </Checkbox>
                  ))}
              </fieldset>
            ))}
          </div>
        </div>
      )}
    >
      <Button>
        {texts.sensors(all.length - hidden.size, all.length)}
        <Icon name="down" size={14} />
      </Button>
    </Dropdown>
  );
};
