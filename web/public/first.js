// Runs before the first paint. It is a file, because the content security policy allows no inline scripts.
const root = document.documentElement;

// Languages with texts of their own (contract/src/languages/languages.ts); the landing page below is in English.
const translated = ['de', 'es', 'fr', 'pt'];
const isTranslated = () => {
  const wanted = [localStorage.getItem('language') ?? navigator.languages ?? navigator.language].flat();
  const known = wanted.map((tag) => tag.toLowerCase().split(/[-_@.]/, 1)[0]);
  return translated.includes(known.find((tag) => tag === 'en' || translated.includes(tag)));
};

// Pages without sidebar and header (app/routes.tsx). The others show their outline until their code is there.
const isFrameless =
  /^\/(feedback|register|password|setup2FA|verify2FA|email|invitation|acknowledge|sign-in|wall)(\/|$)|\/wall\/?$/;

// The scripts of every signed-in page would otherwise be requested after those before them have run and asked who it is.
const preloadShell = () => {
  const files = document.querySelector('meta[name=tocsin-shell]').content;
  for (const href of files === 'scripts' ? [] : files.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
};

// Apply a chosen theme at once, so that the other one does not flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (localStorage.getItem('token')) {
    if (!isFrameless.test(location.pathname)) root.dataset.page = 'frame';
    if (root.dataset.page === 'frame') preloadShell();
  } else if (location.pathname === '/' && !isTranslated()) root.dataset.page = 'landing';
} catch {
  // Access to the storage may be denied; the page then follows the system.
}

// The landing page is painted before its script is loaded. The last press until then is stored here and performed by
// features/accounts/landing/take-over.ts. Typing after a press cancels it.
if (root.dataset.page === 'landing') {
  const pressable = (event) => event.target.closest?.('#landing-still [data-early]') ?? null;
  const keep = (button) => {
    root.dataset.early = button.dataset.early;
    for (const before of document.querySelectorAll('#landing-still [aria-busy]')) before.removeAttribute('aria-busy');
    button.setAttribute('aria-busy', 'true');
  };
  addEventListener('click', (event) => {
    const button = pressable(event);
    if (button) keep(button);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !event.target.matches?.('#landing-still form input')) return;
    keep(document.querySelector('#landing-still [data-early=sign-in]'));
  });
  addEventListener('input', (event) => {
    if (event.target.closest?.('#landing-still')) delete root.dataset.early;
  });
  // A press that begins on the static page may end on the page that replaced it.
  addEventListener('pointerdown', (event) => {
    const button = pressable(event);
    if (button) root.dataset.pressing = button.dataset.early;
  });
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => delete root.dataset.pressing);
}
