import { useQuery } from '@tanstack/react-query';
import { endpoints, type OwnProof } from '@tocsin/contract/passkeys';
import { texts } from '@tocsin/contract/texts/passkeys';
import { call, callQuery } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Row } from '../ui/layout.tsx';
import { useAction } from '../ui/use-action.ts';
import { getCredential } from './passkey-credentials.ts';

/** The own passkeys, and the only address at which browsers offer them. */
export const passkeysQuery = () => callQuery(['passkeys'], endpoints.list, { staleTime: 0 });

interface Props {
  readonly password: string;
  readonly error: string | undefined;
  readonly autoFocus?: boolean;
  readonly onPassword: (password: string) => void;
  /** The browser has signed with one of the user's passkeys, which is proof enough: the form can be sent. */
  readonly onPasskey: (proof: OwnProof) => void;
}

/** The user's password, or one of their passkeys if they have one that works here. */
export const OwnProofField = ({ password, error, autoFocus = false, onPassword, onPasskey }: Props) => {
  const { data } = useQuery(passkeysQuery());
  const { run, busy, failure } = useAction(async () => await getCredential(await call(endpoints.beginVerify)), {
    fails: 'here',
    failureText: () => texts.failed,
    onDone: (passkey) => onPasskey({ passkey }),
  });
  const hasPasskey = data !== undefined && data.count > 0 && data.origin === window.location.origin;
  return (
    <>
      <Field
        label={texts.own.password}
        type="password"
        autoComplete="current-password"
        autoFocus={autoFocus}
        value={password}
        error={failure ?? error}
        onChange={(event) => onPassword(event.target.value)}
      />
      {hasPasskey && (
        <Row>
          <Button icon="lock" busy={busy} onClick={run}>
            {texts.verify.button}
          </Button>
        </Row>
      )}
    </>
  );
};
