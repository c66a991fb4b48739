import { texts } from '@tocsin/contract/texts/contact-methods';

interface Here {
  /** The portal's key for push services; null: it does not offer push at its address. */
  readonly key: string | null;
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly userAgent: string;
  readonly permission: NotificationPermission | null;
}

/** Why this browser cannot show notifications; null: it can, or it can ask for permission. */
export const whyNoPush = ({ key, isSecure, hasPush, userAgent, permission }: Here): string | null => {
  if (key === null || !isSecure) return texts.whyNot.address;
  if (!hasPush) return /iPhone|iPad/.test(userAgent) ? texts.whyNot.homeScreen : texts.whyNot.browser;
  return permission === 'denied' ? texts.whyNot.denied : null;
};

/** `whyNoPush` for this browser and page. */
export const whyNoPushHere = (key: string | null): string | null =>
  whyNoPush({
    key,
    isSecure: window.isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    userAgent: navigator.userAgent,
    permission: 'Notification' in window ? Notification.permission : null,
  });

/** A name by which a user recognizes a browser: 'Firefox on Linux'. */
export const browserName = (userAgent: string): string => {
  const browser = (
    [
      ['Edg/', 'Edge'],
      ['OPR/', 'Opera'],
      ['Firefox/', 'Firefox'],
      ['Chrome/', 'Chrome'],
      ['Safari/', 'Safari'],
    ] as const
  ).find(([mark]) => userAgent.includes(mark))?.[1];
  const system = (
    [
      ['iPhone', 'iPhone'],
      ['iPad', 'iPad'],
      ['Android', 'Android'],
      ['Windows', 'Windows'],
      ['Mac OS', 'macOS'],
      ['Linux', 'Linux'],
    ] as const
  ).find(([mark]) => userAgent.includes(mark))?.[1];
  return texts.browserName(browser ?? 'Browser', system ?? '?');
};
