import { searchText } from '@tocsin/contract/search-text';
import { texts } from '@tocsin/contract/texts/graphs';
import { Checkbox, Dropdown } from 'antd';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Row, Stack, Text } from '../../../../ui/layout.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import type { GraphName } from '../queries.ts';
import css from './sensor-picker.module.css';

interface Props {
  readonly all: readonly GraphName[];
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
  /** Whether sensors of one unit share a chart. */
  readonly isPacked: boolean;
  readonly onPacked: (isPacked: boolean) => void;
}

/** Selects which sensors have a graph on this page. */
export const SensorPicker = ({ all, hidden, onHidden, isPacked, onPacked }: Props) => {
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
        <Text
          as="div"
          surface
          width={340}
          boxShadow="0 6px 24px rgb(0 0 0 / 18%)"
          role="dialog"
          aria-label={texts.pickSensors}
        >
          <Row gap={4} padding={8} borderBottom="1px solid var(--line)" align="stretch">
            <SearchBox value={text} onChange={setText} placeholder={texts.findSensor} />
            <Button size="bar" look="quiet" onClick={() => onHidden(new Set())}>
              {texts.showAll}
            </Button>
            <Button size="bar" look="quiet" onClick={() => onHidden(new Set(all.map((each) => each.path)))}>
              {texts.showNone}
            </Button>
          </Row>
          <Row padding="8px 12px" borderBottom="1px solid var(--line)">
            <Checkbox checked={!isPacked} onChange={() => onPacked(!isPacked)}>
              {texts.packed.single}
            </Checkbox>
          </Row>
          <Stack gap={8} maxHeight={420} padding="8px 12px" overflowY="auto" className={css.list}>
            {groups.map((group) => (
              <fieldset key={group}>
                <Text as="legend" padding="0 0 4px" tone="faint" size={12} line={16}>
                  {group}
                </Text>
                {matches
                  .filter((each) => each.group === group)
                  .map((each) => (
                    <Checkbox key={each.path} checked={!hidden.has(each.path)} onChange={() => toggle(each.path)}>
                      {each.name}
                    </Checkbox>
                  ))}
              </fieldset>
            ))}
          </Stack>
        </Text>
      )}
    >
      <Button>
        {texts.sensors(all.length - hidden.size, all.length)}
        <Icon name="down" size={14} />
      </Button>
    </Dropdown>
  );
};
