/** The three `siteverify` providers expose the same kind of object under their own global names. */
type Provider = {
  readonly ready?: (then: () => void) => void;
  readonly render: (
    frame: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly callback: (token: string) => void;
      readonly 'error-callback': () => void;
    },
  ) => unknown;
};
type Host = { readonly turnstile?: Provider; readonly hcaptcha?: Provider; readonly grecaptcha?: Provider };

const provider = (): Provider | undefined => {
  // The providers' scripts attach themselves to the window.
  const host = window as unknown as Host;
  return host.turnstile ?? host.hcaptcha ?? host.grecaptcha;
};

const load = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (provider()) return resolve();
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The captcha provider's script could not be loaded"));
    document.head.append(script);
  });

/** Shows the provider's widget and resolves with its token; rejects if the script or the challenge fails. */
export const solve = async (
  offer: { readonly site_key: string; readonly script: string },
  frame: HTMLElement | null,
  signal: AbortSignal,
): Promise<string> => {
  await load(offer.script);
  const shown = provider();
  if (!shown || !frame) throw new Error("The captcha provider's script did not define its API");
  await new Promise<void>((then) => (shown.ready ? shown.ready(then) : then()));
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Closed', 'AbortError')));
    frame.replaceChildren();
    const box = document.createElement('div');
    frame.append(box);
    shown.render(box, {
      sitekey: offer.site_key,
      callback: resolve,
      'error-callback': () => reject(new Error('The captcha provider failed')),
    });
  });
};
