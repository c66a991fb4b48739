import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { texts } from '@tocsin/contract/texts/accounts';
import { renderToStaticMarkup } from 'react-dom/server';
import { FrameSkeleton } from '../../../ui/frame-skeleton.tsx';
import { LandingView } from './page.tsx';
import { SignInForm } from './sign-in.tsx';

const nothing = (): void => undefined;

/** The landing page before any script runs, rendered into index.html by the build. */
export const stillHtml = (): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <LandingView
        logoUrl={null}
        alerts={null}
        year={new Date().getFullYear()}
        footLinks={[{ title: texts.terms.title, onOpen: nothing }]}
        signInCard={
          <SignInForm
            still
            initial={{ username: '', password: '' }}
            onSend={() => Promise.resolve()}
            onFailed={nothing}
            onForgot={nothing}
            onRegister={nothing}
          />
        }
      />
    </QueryClientProvider>,
  );

/** The outline of signed-in pages before any script runs. */
export const frameHtml = (): string => renderToStaticMarkup(<FrameSkeleton />);
