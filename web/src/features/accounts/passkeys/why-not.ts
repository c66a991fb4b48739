import { texts } from '@tocsin/contract/texts/passkeys';

interface Here {
  /** The origin at which the server offers passkeys; null: none, undefined: unknown on this page. */
  readonly offered: string | null | undefined;
  readonly origin: string;
  readonly hasApi: boolean;
}

/** Why passkeys cannot be used here; null: they can. */
export const whyNoPasskeys = ({ offered, origin, hasApi }: Here): string | null => {
  if (offered === null) return texts.whyNot.address;
  if (offered !== undefined && offered !== origin) return texts.whyNot.elsewhere(offered);
  return hasApi ? null : texts.whyNot.browser;
};

/** `whyNoPasskeys` for this browser and page. Browsers without passkeys do not define the interface. */
export const whyNoPasskeysHere = (offered: string | null | undefined): string | null =>
  whyNoPasskeys({ offered, origin: window.location.origin, hasApi: 'PublicKeyCredential' in window });
