import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/shell';
import { CallError } from '../../api/http.ts';
import type { Me } from '../../domain/me.ts';
import {
  selectClient,
  selectDevice,
  selectSite,
  useClients,
  useDevices,
  useSite,
  useSites,
} from '../../domain/plant.ts';
import { useSelection } from '../../domain/selection.ts';
import { Icon } from '../../ui/icon.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { Picker } from '../../ui/picker.tsx';
import { showToast } from '../../ui/toast.tsx';
import { usePhone } from '../../ui/use-media.ts';
import css from './breadcrumb.module.css';

/** Device pages, which stay open when another device is selected. */
const ofDevice = ['/dashboard', '/graphs', '/notifications', '/analytics'];

const reportFailure = (work: Promise<unknown>): void => {
  work.catch((error: unknown) => {
    if (error instanceof CallError) showToast('error', error.message);
    else throw error;
  });
};

/** Client, site and device of this tab, each with a list from which to select another one. */
export const Breadcrumb = ({ me }: { readonly me: Me }) => {
  const { client, site, device } = useSelection();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const clients = useClients();
  const sites = useSites().data?.results ?? [];
  const here = useSite();
  const devices = useDevices().data?.results ?? [];
  const company = clients.find((each) => each.id === client)?.company ?? me.current_client?.company ?? '';
  // Three names do not fit on a phone, where the client is selected under More.
  const hasClient = !usePhone() || sites.length === 0;
  const stay = ofDevice.find((each) => path.startsWith(each));

  const pickClient = async (id: string): Promise<void> => {
    await selectClient(queries, Number(id));
    await navigate({ to: '/sites' });
  };
  const pickSite = async (id: string): Promise<void> => {
    await selectSite(Number(id));
    await navigate({ to: '/devices' });
  };
  const pickDevice = async (id: string): Promise<void> => {
    await selectDevice(Number(id));
    await navigate({ to: stay ?? '/dashboard' });
  };

  return (
    <Row as="nav" gap={14} className={css.crumbs} aria-label={texts.where}>
      {!hasClient ? null : clients.length > 1 ? (
        <Picker
          label={texts.pickClient}
          choices={clients.map((each) => ({ key: String(each.id), label: each.company }))}
          current={client === null ? null : String(client)}
          onPick={(id) => reportFailure(pickClient(id))}
        >
          {company || texts.pickClient}
        </Picker>
      ) : (
        company !== '' && (
          <Text tone="quiet" oneLine className={css.plain}>
            {company}
          </Text>
        )
      )}
      {sites.length > 0 && (
        <>
          {hasClient && <Icon name="right" size={14} className={css.then} />}
          <Picker
            label={texts.pickSite}
            choices={sites.map((each) => ({ key: String(each.id), label: each.title }))}
            current={site === null ? null : String(site)}
            onPick={(id) => reportFailure(pickSite(id))}
            strong={device === null}
          >
            {here?.title ?? texts.noSite}
          </Picker>
        </>
      )}
      {devices.length > 0 && (
        <>
          <Icon name="right" size={14} className={css.then} />
          <Picker
            label={texts.pickDevice}
            choices={devices.map((each) => ({ key: String(each.id), label: each.title }))}
            current={device === null ? null : String(device)}
            onPick={(id) => reportFailure(pickDevice(id))}
            strong
          >
            {devices.find((each) => each.id === device)?.title ?? texts.noDevice}
          </Picker>
        </>
      )}
    </Row>
  );
};
