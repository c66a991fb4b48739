import { useQuery } from '@tanstack/react-query';
import { endpoints, type ModbusNetworksOfSite } from '@tocsin/contract/modbus-networks';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/gateways';
import { useState } from 'react';
import { call, callQuery } from '../../api/call.ts';
import { useMe } from '../../domain/me.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Grid, Text } from '../../ui/layout.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SitePart } from './site-part.tsx';

const t = texts.modbus;
const networksQuery = (id: number) =>
  callQuery(['sites', 'modbus-networks', id], endpoints.one, { params: { id }, staleTime: 0 });

const NetworksForm = ({ site, stored }: { readonly site: number; readonly stored: ModbusNetworksOfSite }) => {
  const [typed, setTyped] = useState(stored.networks?.join(', ') ?? '');
  const save = async (): Promise<void> => {
    const networks = typed.split(/[\s,;]+/).filter(Boolean);
    await call(endpoints.change, { params: { id: site }, body: { networks: networks.length > 0 ? networks : null } });
  };
  const { run, busy, failure } = useAction(save, {
    refetches: [['sites', 'modbus-networks', site]],
    toast: t.saved,
    fails: 'here',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Grid columns="minmax(0, 420px)" gap={12} justifyItems="start">
        <Field
          label={t.label}
          name="networks"
          value={typed}
          error={failure ?? undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {t.save}
        </Button>
      </Grid>
    </form>
  );
};

/** Networks in which Modbus devices of a site may lie: operator staff give them, others read them. */
export const ModbusNetworks = ({ site }: { readonly site: number }) => {
  const { data, error, refetch } = useQuery(networksQuery(site));
  const me = useMe();
  return (
    <SitePart id="modbus-networks-title" title={t.title}>
      <Text as="p" maxWidth="72ch" tone="quiet">
        {t.about}
      </Text>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && me && !may(me, 'staff') && <p>{data.networks?.join(', ') ?? t.none}</p>}
      {data && me && may(me, 'staff') && <NetworksForm site={site} stored={data} />}
    </SitePart>
  );
};
