import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endpoints } from '@tocsin/contract/protection';
import { texts } from '@tocsin/contract/texts/protection-mails';
import { Switch } from 'antd';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { showToast } from '../../../ui/toast.tsx';
import css from './page.module.css';

const key = ['protection-mail'];

/** Turns the weekly protection e-mail and the reminders of overdue proof tests on or off. */
export const ProtectionMail = () => {
  const id = useId();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => call(endpoints.mail, { signal }) });
  const change = async (isOn: boolean): Promise<void> => {
    try {
      queries.setQueryData(key, await call(endpoints.changeMail, { body: { is_on: isOn } }));
      showToast('success', texts.saved);
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section className={css.mail}>
      <Switch
        aria-labelledby={id}
        checked={data?.is_on ?? true}
        disabled={data === undefined}
        onChange={(isOn) => void change(isOn)}
      />
      <p id={id}>
        {texts.setting}
        <small>{texts.settingHelp}</small>
      </p>
    </section>
  );
};
