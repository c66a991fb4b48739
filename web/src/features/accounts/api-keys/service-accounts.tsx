import { useQuery, useQueryClient } from '@tanstack/react-query';
import { programScopes } from '@tocsin/contract/access';
import type { OwnProof } from '@tocsin/contract/passkeys';
import { may } from '@tocsin/contract/permissions';
import type { ServiceAccount, ServiceKey } from '@tocsin/contract/service-accounts';
import { texts } from '@tocsin/contract/texts/api-keys';
import { Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useMe } from '../../../domain/me.ts';
import { OwnProofField } from '../../../domain/own-proof-field.tsx';
import { managesClient } from '../../../domain/rights.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Labelled } from '../../../ui/labelled.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { browserZone, dayText } from '../../../ui/time.ts';
import { useAction } from '../../../ui/use-action.ts';
import {
  adoptService,
  changeService,
  changeServiceKey,
  makeService,
  makeServiceKey,
  removeService,
  revokeServiceKey,
  serverText,
  servicesQuery,
} from '../queries.ts';
import { NewKey } from './new-key.tsx';

const t = texts.service;
/** What the dialog does: make or change an account, make or change a key of one, or answer for one. */
type Task =
  | { readonly kind: 'account'; readonly of?: ServiceAccount }
  | { readonly kind: 'key'; readonly of: ServiceAccount; readonly key?: ServiceKey }
  | { readonly kind: 'adopt'; readonly of: ServiceAccount };
interface Fresh {
  readonly name: string;
  readonly token: string;
}

const TaskDialog = (props: {
  readonly client: number | null;
  readonly task: Task;
  readonly onClose: () => void;
  readonly onDone: (fresh: Fresh | null) => void;
}) => {
  const { client, task, onClose, onDone } = props;
  const changed = task.kind === 'key' ? task.key : undefined;
  const [name, setName] = useState(task.of?.name ?? '');
  const [scopes, setScopes] = useState<readonly (typeof programScopes)[number][]>(task.of?.scopes ?? ['read']);
  const [addresses, setAddresses] = useState(changed?.addresses.join(', ') ?? '');
  /** null: the key ends as before. */
  const [days, setDays] = useState<number | null>(changed ? null : 365);
  const [password, setPassword] = useState('');
  const work = async (proof: OwnProof): Promise<Fresh | null> => {
    const fields = { name, scopes: [...scopes], ...proof };
    if (task.kind === 'account')
      await (task.of ? changeService(task.of.id, fields) : makeService({ client, ...fields }));
    else if (task.kind === 'adopt') await adoptService(task.of.id, proof);
    else {
      const networks = addresses.split(/[\s,]+/).filter(Boolean);
      const body = { addresses: networks, ...proof };
      if (!task.key)
        return { name: task.of.name, ...(await makeServiceKey(task.of.id, { days: days ?? 365, ...body })) };
      await changeServiceKey(task.of.id, task.key.id, { ...(days === null ? {} : { days }), ...body });
    }
    return null;
  };
  const { run, busy, failure } = useAction(work, {
    fails: 'here',
    failureText: (error) => serverText(error) ?? texts.failed,
    refetches: [['service-accounts']],
    onDone,
  });
  const isChange = task.kind !== 'adopt' && (task.kind === 'key' ? task.key : task.of) !== undefined;
  const verb = isChange ? t.change : { account: t.make, key: t.newKey, adopt: t.adopt }[task.kind];
  return (
    <FormDialog
      title={verb}
      verb={verb}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => run({ password })}
    >
      <Stack gap={12}>
        {task.kind === 'account' && (
          <>
            <Field label={texts.form.name} name="name" value={name} onChange={(event) => setName(event.target.value)} />
            <Checkbox.Group
              aria-label={t.scopes}
              options={programScopes.filter((scope) => client === null || scope !== 'registry')}
              value={[...scopes]}
              onChange={(chosen) => setScopes(programScopes.filter((scope) => chosen.includes(scope)))}
            />
          </>
        )}
        {task.kind === 'key' && (
          <>
            <Field
              label={t.addresses}
              name="addresses"
              value={addresses}
              onChange={(event) => setAddresses(event.target.value)}
            />
            <Labelled label={texts.form.days}>
              <Select<number | null>
                value={days}
                options={[
                  ...(changed
                    ? [{ value: null, label: t.asBefore(dayText(Date.parse(changed.expires_at), browserZone())) }]
                    : []),
                  ...texts.life.map((one) => ({ value: one.days, label: one.text })),
                ]}
                onChange={setDays}
              />
            </Labelled>
          </>
        )}
        <OwnProofField
          password={password}
          error={undefined}
          onPassword={setPassword}
          onPasskey={(proof) => run(proof)}
        />
      </Stack>
    </FormDialog>
  );
};

/** Service accounts of the selected client for who manages it; without a client those of the operator for super users. */
export const ServiceAccounts = () => {
  const me = useMe();
  const client = me?.current_client?.id ?? null;
  const isShown = me !== undefined && me !== null && (client === null ? may(me, 'superuser') : managesClient(me));
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...servicesQuery(client), enabled: isShown });
  const [task, setTask] = useState<Task | null>(null);
  const [fresh, setFresh] = useState<Fresh | null>(null);
  const { ask, dialog } = useConfirm();
  const again = () => queries.invalidateQueries({ queryKey: ['service-accounts'] });
  if (!isShown) return null;
  const end = (title: string, yes: string, work: () => Promise<unknown>): void =>
    ask({
      title,
      body: t.removeBody,
      yes,
      no: texts.keep,
      danger: true,
      act: async () => {
        await work();
        await again();
      },
    });
  return (
    <>
      <PageHeader title={`${t.title}: ${me.current_client?.company ?? t.operators}`} about={t.about}>
        <Button icon="plus" onClick={() => setTask({ kind: 'account' })}>
          {t.make}
        </Button>
      </PageHeader>
      <ListTable<ServiceAccount>
        caption={t.title}
        rows={data?.results}
        rowKey={(row) => row.id}
        empty={t.none}
        error={error ? texts.failed : undefined}
        again={() => void refetch()}
        columns={[
          { title: texts.columns.name, render: (_, row) => row.name },
          { title: t.scopes, render: (_, row) => row.scopes.join(', ') },
          {
            title: t.owner,
            render: (_, row) => (row.is_in_force ? row.owner : <StatusTag severity="disabled" word={t.ended} />),
          },
          {
            title: t.keys,
            render: (_, row) =>
              row.keys.map((key) => (
                <Row key={key.id} gap={8}>
                  <code>…{key.tail}</code>
                  {key.is_expired ? texts.expired : dayText(Date.parse(key.expires_at), browserZone())}
                  {!key.is_expired && (
                    <Button size="bar" onClick={() => setTask({ kind: 'key', of: row, key })}>
                      {t.change}
                    </Button>
                  )}
                  <Button
                    size="bar"
                    look="danger"
                    onClick={() =>
                      end(texts.revokeTitle(key.tail), texts.revoke, () => revokeServiceKey(row.id, key.id))
                    }
                  >
                    {texts.revoke}
                  </Button>
                </Row>
              )),
          },
          {
            title: texts.columns.actions,
            align: 'right',
            render: (_, row) => (
              <Row inline wrap gap={8}>
                <Button size="bar" onClick={() => setTask({ kind: 'account', of: row })}>
                  {t.change}
                </Button>
                <Button size="bar" onClick={() => setTask({ kind: 'key', of: row })}>
                  {t.newKey}
                </Button>
                {!row.is_in_force && (
                  <Button size="bar" onClick={() => setTask({ kind: 'adopt', of: row })}>
                    {t.adopt}
                  </Button>
                )}
                <Button
                  size="bar"
                  look="danger"
                  onClick={() => end(t.removeTitle(row.name), t.remove, () => removeService(row.id))}
                >
                  {t.remove}
                </Button>
              </Row>
            ),
          },
        ]}
      />
      {dialog}
      {task && (
        <TaskDialog
          client={client}
          task={task}
          onClose={() => setTask(null)}
          onDone={(made) => {
            setTask(null);
            setFresh(made);
          }}
        />
      )}
      {fresh && <NewKey created={fresh} onClose={() => setFresh(null)} />}
    </>
  );
};
