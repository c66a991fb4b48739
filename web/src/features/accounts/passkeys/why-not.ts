import { texts } from '@tocsin/contract/texts/passkeys';

interface Here {
  /** Where the server offers passkeys; null: nowhere. Undefined: not known on this page. */
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

/** The same for this browser and page. Browsers hide the interface where they offer no passkeys. */
export const whyNoPasskeysHere = (offered: string | null | undefined): string | null =>
  whyNoPasskeys({ offered, origin: window.location.origin, hasApi: 'PublicKeyCredential' in window });
