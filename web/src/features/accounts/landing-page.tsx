import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/accounts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CallError } from '../../api/http.ts';
import { signIn, signOut } from '../../api/session.ts';
import { writeStored } from '../../api/storage.ts';
import { layoutQuery } from '../../domain/layout.ts';
import { meQuery } from '../../domain/me.ts';
import { alerts } from './alerts.ts';
import { AlertArea } from './components/alert-area.tsx';
import { Terms } from './components/terms.tsx';
import { DemoPeople } from './landing/demo-people.tsx';
import { FlatPageDialog } from './landing/flat-page-dialog.tsx';
import { ForgotDialog } from './landing/forgot-dialog.tsx';
import { LandingDialog } from './landing/landing-dialog.tsx';
import { LandingView } from './landing/page.tsx';
import { RegisterDialog } from './landing/register-dialog.tsx';
import { SignInForm } from './landing/sign-in.tsx';
import { takeOver, typedValues } from './landing/take-over.ts';
import type { SignInValues } from './model.ts';
import { login, serverText } from './queries.ts';

const wrongText = (error: unknown): string | null => {
  if (!(error instanceof CallError)) return null;
  if (error.status === 0 || error.status >= 500) return texts.signIn.noServer;
  return serverText(error);
};

/** Returns a callback that signs in if the user can be loaded; otherwise it removes the token and shows the reason. */
const useSignIn = () => {
  const queries = useQueryClient();
  return async ({ username, password }: SignInValues): Promise<void> => {
    const token = await login(username.trim(), password);
    writeStored('token', token);
    try {
      await queries.fetchQuery(meQuery());
    } catch {
      signOut();
      alerts.show('no-server');
      return;
    }
    signIn(token);
  };
};

type Open = 'register' | 'forgot' | 'terms' | { readonly slug: string; readonly title: string } | null;

export const LandingPage = () => {
  const [open, setOpen] = useState<Open>(null);
  const [initial] = useState(typedValues);
  const page = useRef<HTMLDivElement>(null);
  const afterTerms = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    if (page.current) afterTerms.current = takeOver(page.current);
  }, []);
  useEffect(() => afterTerms.current(), []);
  const send = useSignIn();
  const layout = useQuery(layoutQuery());
  const demo = layout.data?.demo;
  const failed = (error: unknown): void => alerts.show('login-error', wrongText(error));
  const close = (): void => setOpen(null);
  return (
    <div ref={page}>
      <LandingView
        logoUrl={layout.data?.logo ?? null}
        footLinks={[
          { title: texts.terms.title, onOpen: () => setOpen('terms') },
          ...(layout.data?.flatPages ?? []).map((page) => ({ title: page.title, onOpen: () => setOpen(page) })),
        ]}
        alerts={open === null ? <AlertArea className="lp-alerts" /> : null}
        year={new Date().getFullYear()}
        demo={
          demo && (
            <DemoPeople demo={demo} onEnter={(username) => send({ username, password: demo.password }).catch(failed)} />
          )
        }
        signInCard={
          <SignInForm
            initial={initial}
            onSend={send}
            onFailed={failed}
            onForgot={() => setOpen('forgot')}
            onRegister={() => setOpen('register')}
          />
        }
      />
      {open === 'register' ? <RegisterDialog onClose={close} /> : null}
      {open === 'forgot' ? <ForgotDialog onClose={close} /> : null}
      {open === 'terms' ? (
        <LandingDialog title={texts.terms.title} onClose={close} wide>
          <Terms />
        </LandingDialog>
      ) : null}
      {typeof open === 'object' && open !== null ? <FlatPageDialog page={open} onClose={close} /> : null}
    </div>
  );
};
