import { useQueryClient } from '@tanstack/react-query';
import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/users';
import type { User } from '@tocsin/contract/users';
import type { Me } from '../../domain/me.ts';
import { managesClient } from '../../domain/rights.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { activationLink } from './model.ts';
import { endSessions, removeFromClient, removeFromSite, resendActivation, resetTwoFactor } from './queries.ts';
import css from './users.module.css';

const a = texts.activation;

const Activation = ({ user, link }: { readonly user: User; readonly link: string }) => {
  const { run: send } = useAction(() => resendActivation(user.id), { toast: a.sent });
  return (
    <Stack as="section" flex="1 1 100%" gap={8} justifyItems="start" className={css.activation}>
      <h2>{a.title}</h2>
      <p>{a.about}</p>
      <code>{link}</code>
      <Row wrap gap={8} align="stretch">
        <Button icon="mail" onClick={send}>
          {a.send}
        </Button>
        <CopyButton text={link} label={a.copy} copied={a.copied} notCopied={a.failed} />
      </Row>
    </Stack>
  );
};

type Props = {
  readonly me: Me;
  readonly user: User;
  readonly site: number | null;
  readonly onGone: () => Promise<void>;
};

/** Actions on a user, each with a confirmation that states its consequences. */
export const UserActions = ({ me, user, site, onGone }: Props) => {
  const queries = useQueryClient();
  const { ask, dialog } = useConfirm();
  const name = user.full_name || user.email;
  const gone = async (remove: () => Promise<unknown>): Promise<void> => {
    await remove();
    showToast('success', texts.remove.done);
    await onGone();
    await queries.invalidateQueries();
  };
  const askSite = (at: number): void => {
    const title = user.location_access.find((line) => line.location_id === at)?.title ?? '';
    ask({
      title: texts.remove.ask(name, title),
      body: texts.remove.about,
      yes: texts.remove.yes,
      danger: true,
      act: () => gone(() => removeFromSite(user.id, at)),
    });
  };
  const askClient = (): void =>
    ask({
      title: texts.remove.askWhole(name, me.current_client?.company ?? ''),
      body: texts.remove.aboutWhole,
      yes: texts.remove.yes,
      danger: true,
      act: () => gone(() => removeFromClient(user.id)),
    });
  const askReset = (): void =>
    ask({
      title: texts.reset2fa.ask(name),
      body: texts.reset2fa.about,
      yes: texts.reset2fa.button,
      danger: true,
      act: async () => {
        await resetTwoFactor(user.id).catch(() => {
          throw new Error(texts.reset2fa.failed);
        });
        showToast('success', texts.reset2fa.done);
        await queries.invalidateQueries({ queryKey: ['users'] });
      },
    });
  const askSessions = (): void =>
    ask({
      title: texts.sessions.ask(name),
      body: texts.sessions.about,
      yes: texts.sessions.end,
      danger: true,
      act: async () => {
        await endSessions(user.id);
        showToast('success', texts.sessions.done);
      },
    });
  const link = user.activation_key === null ? null : activationLink(window.location.origin, user.activation_key);
  return (
    <>
      {link !== null && <Activation user={user} link={link} />}
      {user.registered && user.id !== me.id && may(user, 'user.personal') && (
        <Button onClick={askReset}>{texts.reset2fa.button}</Button>
      )}
      {user.registered && may(user, 'user.personal') && <Button onClick={askSessions}>{texts.sessions.end}</Button>}
      {site !== null && may(user, 'user.change') && (
        <Button look="danger" onClick={() => askSite(site)}>
          {texts.remove.button}
        </Button>
      )}
      {managesClient(me) && may(user, 'user.change') && (
        <Button look="danger" onClick={askClient}>
          {texts.remove.whole}
        </Button>
      )}
      {dialog}
    </>
  );
};
