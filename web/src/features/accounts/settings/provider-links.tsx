import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProviderLink } from '@tocsin/contract/client-provider';
import { texts } from '@tocsin/contract/texts/providers';
import { useState } from 'react';
import { beginPending } from '../../../domain/provider-sign-in.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../components/use-form.ts';
import { linksQuery, startLink, unlink } from '../provider/queries.ts';
import { serverText } from '../queries.ts';
import css from './page.module.css';

const t = texts.account;

const LinkDialog = ({ link, onClose }: { readonly link: ProviderLink; readonly onClose: () => void }) => {
  const form = useForm(
    { password: '' },
    () => ({}),
    async ({ password }) => {
      try {
        const { url } = await startLink(link.client, beginPending(true), password);
        window.location.assign(url);
        return undefined;
      } catch (error) {
        return { password: serverText(error) ?? texts.signIn.failed };
      }
    },
    () => undefined,
  );
  return (
    <Dialog title={t.linkTitle(link.company)} onClose={onClose}>
      <p className="acc-about">{t.linkAbout}</p>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <PasswordField label={t.password} name="password" autoComplete="current-password" {...form.field('password')} />
        <div className="acc-actions">
          <Button type="submit" look="primary" busy={form.busy} disabled={form.values.password === ''}>
            {t.submit}
          </Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
};

/** Links the account to the providers of the user's clients; nothing if no client has one. */
export const ProviderLinks = () => {
  const queries = useQueryClient();
  const { data } = useQuery(linksQuery());
  const [linking, setLinking] = useState<ProviderLink | null>(null);
  const { ask, dialog } = useConfirm();
  if (!data || data.count === 0) return null;
  const end = (link: ProviderLink): void =>
    ask({
      title: t.unlinkAsk,
      body: t.unlinkAbout,
      yes: t.unlink,
      danger: true,
      act: async () => {
        await unlink(link.client);
        await queries.invalidateQueries({ queryKey: ['provider-links'] });
        showToast('success', t.unlinked);
      },
    });
  return (
    <section>
      <h2>{t.title}</h2>
      <p>{t.about}</p>
      <Stack as="ul" className={css.sessions}>
        {data.results.map((link) => (
          <li key={link.client}>
            <div>
              <strong>{link.company}</strong>
              <p>{link.linked_at === null ? t.notLinked(link.issuer) : t.linked(link.issuer)}</p>
            </div>
            {link.linked_at === null ? (
              <Button size="bar" onClick={() => setLinking(link)} aria-label={`${t.link}: ${link.company}`}>
                {t.link}
              </Button>
            ) : (
              <Button size="bar" onClick={() => end(link)} aria-label={`${t.unlink}: ${link.company}`}>
                {t.unlink}
              </Button>
            )}
          </li>
        ))}
      </Stack>
      {linking && <LinkDialog link={linking} onClose={() => setLinking(null)} />}
      {dialog}
    </section>
  );
};
