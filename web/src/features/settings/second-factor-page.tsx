import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '@tocsin/contract/permissions';
import type { StaffSecondFactor } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/settings';
import { useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Stack } from '../../ui/layout.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Panels } from './panels.tsx';
import { putSecondFactor, secondFactorQuery } from './queries.ts';
import css from './settings.module.css';

const t = texts.secondFactor;

const Requirement = ({ state }: { readonly state: StaffSecondFactor }) => {
  const isSuperuser = may(useMe(), 'superuser');
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const change = async (isRequired: boolean): Promise<void> => {
    const saved = await putSecondFactor(isRequired);
    queries.setQueryData(secondFactorQuery().queryKey, saved);
    await queries.invalidateQueries({ queryKey: ['two-factor'] });
    showToast('success', saved.is_required ? t.nowRequired : t.nowOptional);
  };
  const press = (): void =>
    state.is_required
      ? ask({ title: t.endAsk, body: t.endAbout, yes: t.end, danger: true, act: () => change(false) })
      : ask({ title: t.requireAsk, body: t.requireAbout(state.without), yes: t.require, act: () => change(true) });
  return (
    <Stack
      as="section"
      surface
      gap={12}
      minWidth={0}
      padding={20}
      className={css.panel}
      aria-labelledby="second-factor-title"
    >
      <header>
        <h2 id="second-factor-title">{t.staff}</h2>
        <StatusTag
          severity={state.is_required ? 'ok' : 'disabled'}
          word={state.is_required ? t.required : t.optional}
        />
      </header>
      <p>{t.about}</p>
      <p>{t.count(state.staff, state.without)}</p>
      {state.is_fixed && <p>{t.fixed}</p>}
      {!state.is_fixed && !isSuperuser && <p>{t.readOnly}</p>}
      {!state.is_fixed && isSuperuser && (
        <div>
          <Button look={state.is_required ? 'danger' : 'primary'} onClick={press}>
            {state.is_required ? t.end : t.require}
          </Button>
        </div>
      )}
      <p>{t.wayBack}</p>
      {dialog}
    </Stack>
  );
};

/** Whether operator staff need a second factor; only super users can change it. */
export const SecondFactorPage = () => {
  const { data, error, refetch } = useQuery(secondFactorQuery());
  return (
    <>
      <PageHeader title={t.title} back={<Link to="/oem/setting">{texts.rss.back}</Link>} />
      {error && !data && <Failed text={texts.contacts.empty} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <Panels>
          <Requirement state={data} />
        </Panels>
      )}
    </>
  );
};
