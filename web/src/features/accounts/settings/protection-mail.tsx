import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection-mails';
import { Switch } from 'antd';
import { useId } from 'react';
import { call, callQuery } from '../../../api/call.ts';
import { Row } from '../../../ui/layout.tsx';
import { useAction } from '../../../ui/use-action.ts';
import css from './page.module.css';

const key = ['protection-mail'];

/** Turns the weekly protection e-mail and the reminders of overdue proof tests on or off. */
export const ProtectionMail = () => {
  const id = useId();
  const queries = useQueryClient();
  const { data } = useQuery(callQuery(key, endpoints.mail));
  const { run: change } = useAction((isOn: boolean) => call(endpoints.changeMail, { body: { is_on: isOn } }), {
    toast: texts.saved,
    onDone: (changed) => queries.setQueryData(key, changed),
  });
  return (
    <Row as="section" gap={12} padding="0 var(--page-pad) 24px" className={css.mail}>
      <Switch
        aria-labelledby={id}
        checked={data?.is_on ?? true}
        disabled={data === undefined}
        onChange={(isOn) => change(isOn)}
      />
      <p id={id}>
        {texts.setting}
        <small>{texts.settingHelp}</small>
      </p>
    </Row>
  );
};
