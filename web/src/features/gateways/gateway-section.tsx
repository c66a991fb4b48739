import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FreshGateway, type Gateway, endpoints as gateways } from '@tocsin/contract/gateways';
import { texts as adding } from '@tocsin/contract/texts/add-device';
import { texts as devices } from '@tocsin/contract/texts/devices';
import { texts } from '@tocsin/contract/texts/gateways';
import { useState } from 'react';
import { call, callQuery } from '../../api/call.ts';
import { AddSteps } from '../../domain/add-steps.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import css from './gateway-section.module.css';
import { SitePart, useIsMeant } from './site-part.tsx';

const gatewayQuery = (id: number) =>
  callQuery(['sites', 'gateway', id], gateways.one, { params: { id }, staleTime: 0 });
const makeGateway = (id: number) => call(gateways.make, { params: { id } });
const removeGateway = (id: number) => call(gateways.remove, { params: { id } });

const t = texts;
const { connect } = devices;

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => {
  return (
    <Grid columns="90px minmax(0, 1fr) auto" align="center" gap={12} className={css.fact}>
      <Text as="dt" tone="quiet">
        {name}
      </Text>
      <dd>{value}</dd>
      <CopyButton size="bar" text={value} label={t.copy} copied={t.copied} notCopied={t.notCopied} />
    </Grid>
  );
};

const NewCredential = ({ created }: { readonly created: FreshGateway }) => (
  <Stack
    gap={12}
    width="100%"
    padding="16px 20px"
    border="1px solid var(--brand)"
    borderRadius="var(--r-card)"
    background="var(--brandweak)"
    className={css.fresh}
    role="status"
  >
    <p>{t.once}</p>
    <dl>
      <Fact name={t.username} value={created.username} />
      <Fact name={t.password} value={created.password} />
      {created.mqtt && (
        <>
          <Fact name={connect.host} value={created.mqtt.host} />
          <Fact name={connect.port} value={String(created.mqtt.port)} />
          {created.mqtt.tls_port !== null && <Fact name={connect.tlsPort} value={String(created.mqtt.tls_port)} />}
        </>
      )}
    </dl>
  </Stack>
);

type Props = { readonly site: number; readonly title: string; readonly zone: string };

const GatewayAccount = ({ gateway, zone }: { readonly gateway: Gateway; readonly zone: string }) => (
  <p>
    {gateway.made_at === null ? t.none : t.standing(gateway.username, gateway.made_by)}
    {gateway.made_at !== null && ` ${exactText(Date.parse(gateway.made_at), zone)}.`}
  </p>
);

const partId = 'gateway-title';

/** The credential with which a gateway publishes for all devices of the site; its password is shown once. */
export const GatewaySection = ({ site, title, zone }: Props) => {
  const { data, error, refetch } = useQuery(gatewayQuery(site));
  const [created, setCreated] = useState<FreshGateway | null>(null);
  const isMeant = useIsMeant(partId);
  const { ask, dialog } = useConfirm();
  const queries = useQueryClient();
  const make = async (): Promise<void> => {
    setCreated(await makeGateway(site));
    await queries.invalidateQueries({ queryKey: ['sites', 'gateway', site] });
  };
  const { run: makeFirst } = useAction(make);
  const remove = async (): Promise<void> => {
    await removeGateway(site);
    setCreated(null);
    showToast('success', t.removed);
    await queries.invalidateQueries({ queryKey: ['sites', 'gateway', site] });
  };
  const askMake = (): void => {
    if (data?.exists) ask({ title: t.anewAsk, body: t.anewAbout, yes: t.anew, danger: true, act: make });
    else makeFirst();
  };
  return (
    <SitePart id={partId} title={t.title}>
      {isMeant && (
        <>
          <AddSteps at={1} />
          <p>{t.next}</p>
          <Link to="/devices/add">{adding.title}</Link>
        </>
      )}
      <Text as="p" maxWidth="72ch" overflowWrap="anywhere" tone="quiet">
        {t.about(title)}
      </Text>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <GatewayAccount gateway={data} zone={zone} />}
      {created && <NewCredential created={created} />}
      {data?.can_change && (
        <Row wrap gap={8} align="stretch">
          <Button icon="plus" onClick={askMake}>
            {data.exists ? t.anew : t.make}
          </Button>
          {data.exists && (
            <Button
              look="danger"
              onClick={() => ask({ title: t.removeAsk, body: t.removeAbout, yes: t.remove, danger: true, act: remove })}
            >
              {t.remove}
            </Button>
          )}
        </Row>
      )}
      {dialog}
    </SitePart>
  );
};
