import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FreshGateway, Gateway } from '@tocsin/contract/gateways';
import { texts } from '@tocsin/contract/texts/gateways';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { exactText } from '../../ui/time.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import css from './gateway-section.module.css';
import { gatewayQuery, makeGateway, removeGateway } from './queries.ts';

const t = texts;

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <CopyButton size="bar" text={value} label={t.copy} copied={t.copied} notCopied={t.notCopied} />
    </div>
  );
};

const NewCredential = ({ created }: { readonly created: FreshGateway }) => (
  <div className={css.fresh} role="status">
    <p>{t.once}</p>
    <dl>
      <Fact name={t.username} value={created.username} />
      <Fact name={t.password} value={created.password} />
    </dl>
  </div>
);

type Props = { readonly site: number; readonly title: string; readonly zone: string };

const GatewayAccount = ({ gateway, zone }: { readonly gateway: Gateway; readonly zone: string }) => (
  <p>
    {gateway.made_at === null ? t.none : t.standing(gateway.username, gateway.made_by)}
    {gateway.made_at !== null && ` ${exactText(Date.parse(gateway.made_at), zone)}.`}
  </p>
);

/** The credential with which a gateway publishes for all devices of the site; its password is shown once. */
export const GatewaySection = ({ site, title, zone }: Props) => {
  const { data, error, refetch } = useQuery(gatewayQuery(site));
  const [created, setCreated] = useState<FreshGateway | null>(null);
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
    <section className={css.gateway} aria-labelledby="gateway-title">
      <h2 id="gateway-title">{t.title}</h2>
      <p className={css.about}>{t.about(title)}</p>
      {error && !data && <Failed text={error.message} again={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <GatewayAccount gateway={data} zone={zone} />}
      {created && <NewCredential created={created} />}
      {data?.can_change && (
        <div className={css.acts}>
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
        </div>
      )}
      {dialog}
    </section>
  );
};
