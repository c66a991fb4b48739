import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AliveMailState } from '@tocsin/contract/health';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/health';
import { Select } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { useMe } from '../../../domain/plant.ts';
import { Button } from '../../../ui/button.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { browserZone, exactText } from '../../../ui/time.ts';
import { showToast } from '../../../ui/toast.tsx';
import css from '../health.module.css';
import { addressesOf } from '../model.ts';
import { aliveQuery, saveAlive } from '../queries.ts';

const t = texts.alive;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
  value: zone,
  label: zone,
}));
const when = (at: string | null, zone: string): string => (at === null ? t.none : exactText(Date.parse(at), zone));

const Fields = ({ state, readOnly }: { readonly state: AliveMailState; readonly readOnly: boolean }) => {
  const queries = useQueryClient();
  const ids = { receivers: useId(), hour: useId(), zone: useId(), error: useId() };
  const isNew = state.receivers.length === 0;
  const [isOn, setOn] = useState(state.is_on);
  const [receivers, setReceivers] = useState(state.receivers.join('\n'));
  const [hour, setHour] = useState(state.hour);
  const [zone, setZone] = useState(isNew ? browserZone() : state.timezone);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const saved = await saveAlive({ is_on: isOn, receivers: addressesOf(receivers), hour, timezone: zone });
      queries.setQueryData(aliveQuery().queryKey, saved);
      showToast('success', t.saved);
    } catch (failure) {
      const fields = failure instanceof CallError ? Object.values(failure.fields)[0]?.[0] : undefined;
      setError(fields ?? t.failed);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <label className={css.check}>
        <input type="checkbox" checked={isOn} disabled={readOnly} onChange={(event) => setOn(event.target.checked)} />
        {t.on}
      </label>
      <div>
        <label htmlFor={ids.receivers}>{t.receivers}</label>
        <textarea
          id={ids.receivers}
          rows={3}
          value={receivers}
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.error}
          onChange={(event) => setReceivers(event.target.value)}
        />
        <p id={ids.error} className={error ? css.error : css.help} role={error ? 'alert' : undefined}>
          {error ?? t.receiversHelp}
        </p>
      </div>
      <div className={css.pair}>
        <div>
          <label htmlFor={ids.hour}>{t.hour}</label>
          <Select id={ids.hour} value={hour} disabled={readOnly} options={hours} onChange={setHour} />
        </div>
        <div>
          <label htmlFor={ids.zone}>{t.zone}</label>
          <Select id={ids.zone} showSearch value={zone} disabled={readOnly} options={zones} onChange={setZone} />
        </div>
      </div>
      <p className={css.help}>
        {t.next}: {when(state.next_at, state.timezone)}. {t.last}: {when(state.last_at, state.timezone)}.
      </p>
      {!state.has_mail_server && <p className={css.help}>{t.noServer}</p>}
      {readOnly ? (
        <p className={css.help}>{t.readOnly}</p>
      ) : (
        <Button type="submit" look="primary" busy={busy} className={css.save}>
          {t.save}
        </Button>
      )}
    </form>
  );
};

/** The daily heartbeat e-mail: on or off, recipients, hour and zone. */
export const AliveForm = () => {
  const me = useMe();
  const { data, error, refetch } = useQuery(aliveQuery());
  return (
    <section className={css.card} aria-labelledby="alive-title">
      <header>
        <h2 id="alive-title">{t.title}</h2>
      </header>
      <p className={css.help}>{t.about}</p>
      {error && <Failed text={t.failed} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Fields state={data} readOnly={!may(me, 'oem')} />}
    </section>
  );
};
