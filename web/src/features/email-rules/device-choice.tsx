import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/email-rules';
import { Checkbox } from 'antd';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSelection } from '../../domain/selection.ts';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Loading } from '../../ui/states.tsx';
import { type Group, groupsOf } from './model.ts';
import { choiceQuery } from './queries.ts';
import css from './rules.module.css';

const t = texts.form;

type Props = {
  /** Set by the form. */
  readonly value?: readonly number[];
  readonly onChange?: (devices: readonly number[]) => void;
};

type Turn = (which: readonly number[], on: boolean) => void;
type RowProps = { readonly id: number; readonly title: string; readonly isChosen: boolean; readonly onTurn: Turn };

/** A native checkbox that re-renders only when its value changes, because there may be thousands. */
const DeviceRow = memo(({ id, title, isChosen, onTurn }: RowProps) => (
  <li>
    <Row as="label" gap={8} overflowWrap="anywhere" cursor="pointer" className={css.device}>
      <input type="checkbox" checked={isChosen} onChange={(event) => onTurn([id], event.target.checked)} />
      {title}
    </Row>
  </li>
));

type GroupProps = { readonly group: Group; readonly chosen: ReadonlySet<number>; readonly onTurn: Turn };

const SiteGroup = ({ group, chosen, onTurn }: GroupProps) => {
  const ids = group.devices.map((device) => device.id);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <li>
      {ids.length === 0 ? (
        <p className={css.siteName}>{group.title}</p>
      ) : (
        <Checkbox
          className={css.siteName ?? ''}
          checked={count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          onChange={(event) => onTurn(ids, event.target.checked)}
        >
          {group.title}
        </Checkbox>
      )}
      {ids.length === 0 && (
        <Text as="p" paddingLeft={24} tone="faint">
          {t.noDevices}
        </Text>
      )}
      <ul>
        {group.devices.map((device) => (
          <DeviceRow
            key={device.id}
            id={device.id}
            title={device.title}
            isChosen={chosen.has(device.id)}
            onTurn={onTurn}
          />
        ))}
      </ul>
    </li>
  );
};

/** Toggles devices in the current choice; the callback is stable. */
const useTurn = (value: readonly number[], onChange: Props['onChange']): Turn => {
  const now = useRef({ value, onChange });
  useEffect(() => {
    now.current = { value, onChange };
  });
  return useCallback((which, on) => {
    const next = new Set(now.current.value);
    for (const id of which) {
      if (on) next.add(id);
      else next.delete(id);
    }
    now.current.onChange?.([...next]);
  }, []);
};

/** The devices of a rule, grouped by site. */
export const DeviceChoice = ({ value = [], onChange }: Props) => {
  const { data } = useQuery(choiceQuery(useSelection().client));
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  const onTurn = useTurn(value, onChange);
  const chosen = useMemo(() => new Set(value), [value]);
  const groups = useMemo(
    () => (data ? groupsOf(data.sites, data.devices, deferredSearch) : []),
    [data, deferredSearch],
  );
  return (
    <Stack as="fieldset" gap={10} minWidth={0} margin={0} padding={0} border={0} className={css.choice}>
      <legend>{t.devices}</legend>
      <SearchBox value={search} placeholder={t.search} onChange={setSearch} />
      {data === undefined && <Loading />}
      <Grid
        as="ul"
        columns="minmax(0, 1fr)"
        gap={4}
        maxHeight={420}
        padding="8px 12px"
        overflowY="auto"
        border="1px solid var(--line)"
        borderRadius="var(--r-button)"
        className={css.groups}
      >
        {groups.map((group) => (
          <SiteGroup key={group.id} group={group} chosen={chosen} onTurn={onTurn} />
        ))}
      </Grid>
      {data && groups.length === 0 && (
        <Text as="p" paddingLeft={24} tone="faint">
          {search === '' ? t.noDevices : t.noneFound}
        </Text>
      )}
    </Stack>
  );
};
