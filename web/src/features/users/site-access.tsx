import { texts } from '@tocsin/contract/texts/users';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import type { Me } from '../../domain/me.ts';
import { Stack, Text } from '../../ui/layout.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type Access, foundIn, grantable, permissions, withLine } from './model.ts';
import css from './users.module.css';

const t = texts.access;
/** Maximum number of rows shown; the search narrows them. */
const maxShown = 100;

type Props = {
  readonly me: Me;
  /** Set by the form. */
  readonly value?: readonly Access[];
  readonly onChange?: (access: readonly Access[]) => void;
};

interface LineProps {
  readonly me: Me;
  readonly line: Access;
  readonly onLine: (next: Access) => void;
}

const Line = ({ me, line, onLine }: LineProps) => {
  const grants = grantable(me, line.location_id);
  return (
    <li>
      <Text weight={500} overflowWrap="anywhere" className={css.site}>
        {line.title}
      </Text>
      <Checkbox
        checked={line.has_access}
        aria-label={`${t.has}: ${line.title}`}
        onChange={(event) => onLine({ ...line, has_access: event.target.checked })}
      >
        {t.has}
      </Checkbox>
      <Select
        className={css.permission ?? ''}
        value={line.permission}
        disabled={!line.has_access || !grants.includes(line.permission)}
        aria-label={`${t.permission}: ${line.title}`}
        options={permissions.map((permission) => ({ value: permission, disabled: !grants.includes(permission) }))}
        onChange={(permission) => onLine({ ...line, permission })}
      />
    </li>
  );
};

/** Form field for the sites that a user can see, with their role at each. */
export const SiteAccess = ({ me, value = [], onChange }: Props) => {
  const [search, setSearch] = useState('');
  const matches = foundIn(value, search);
  const shown = matches.slice(0, maxShown);
  return (
    <Stack as="fieldset" gap={10} minWidth={0} margin="0 0 20px" padding={0} border={0} className={css.access}>
      <legend>{t.title}</legend>
      <SearchBox value={search} placeholder={t.search} onChange={setSearch} />
      <ul>
        {shown.map((line) => (
          <Line key={line.location_id} me={me} line={line} onLine={(next) => onChange?.(withLine(value, next))} />
        ))}
      </ul>
      {matches.length === 0 && <p>{value.length === 0 ? t.none : t.noneFound}</p>}
      {matches.length > shown.length && <p>{t.more(matches.length - shown.length)}</p>}
    </Stack>
  );
};
