import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Options come from our server, which made them by the same library. */
type Options = { readonly challenge: string };

/** The library is loaded with the first use: no page needs it before. */
const library = () => import('@simplewebauthn/browser');

/** Lets the browser make a passkey; throws when the person or the browser declines. */
export const makeCredential = async (options: Options) => {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } };
};

/** Lets the person use a passkey; throws when they or the browser decline. */
export const askCredential = async (options: Options) => {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  const given = { clientDataJSON, authenticatorData, signature, userHandle };
  return { id, rawId, type: 'public-key' as const, response: given };
};
