import { useQuery } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/accounts';
import { Checkbox, Form } from 'antd';
import type { SettingsValues } from '../model.ts';
import { keysQuery } from '../queries.ts';

/** The API keys that stay valid when the password changes; none is ticked at first. */
export const KeysToKeep = () => {
  const { data } = useQuery(keysQuery());
  const keys = data?.results.filter((key) => !key.is_expired) ?? [];
  if (keys.length === 0) return null;
  return (
    <Form.Item<SettingsValues>
      name="keep_api_keys"
      label={texts.settings.keepKeys}
      extra={texts.settings.keepKeysAbout}
    >
      <Checkbox.Group options={keys.map(({ id, name, tail }) => ({ value: id, label: `${name} (…${tail})` }))} />
    </Form.Item>
  );
};
