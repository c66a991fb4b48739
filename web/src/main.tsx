import 'virtual:tokens.css';
import './ui/global.css';
import './ui/layout.module.css';
import 'virtual:layout.css';
import { choosePageLanguage } from './api/page-language.ts';
import { repairLanguage } from './app/language.ts';

repairLanguage(navigator);
const retryMs = 3_000;
/** Tries again where a line breaks: the outline or the landing page stays meanwhile. */
const load = async (): Promise<void> => {
  try {
    await choosePageLanguage();
    await import('./app/start.tsx');
  } catch (error) {
    reportError(error);
    setTimeout(() => void load(), retryMs);
  }
};

/** index.html already contains the landing page, so paint it before loading the script. */
if (document.documentElement.dataset.page === 'landing') requestAnimationFrame(() => setTimeout(() => void load()));
else void load();
