import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Options created by our server with the same library. */
type Options = { readonly challenge: string };

/** Loads the library on first use. */
const library = () => import('@simplewebauthn/browser');

/** Creates a passkey in the browser; throws if the user or the browser declines. */
export const createCredential = async (options: Options) => {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key' as const, response: { clientDataJSON, attestationObject, transports } };
};

/** Signs the server's challenge with a passkey; throws if the user or the browser declines. */
export const getCredential = async (options: Options) => {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  const given = { clientDataJSON, authenticatorData, signature, userHandle };
  return { id, rawId, type: 'public-key' as const, response: given };
};
