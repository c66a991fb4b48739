import 'virtual:tokens.css';
import './ui/global.css';
import { choosePageLanguage } from './api/page-language.ts';
import { repairLanguage } from './app/language.ts';

repairLanguage(navigator);
const load = async (): Promise<void> => {
  await choosePageLanguage();
  await import('./app/start.tsx');
};

/** index.html already contains the landing page, so paint it before loading the script. */
if (document.documentElement.dataset.page === 'landing') requestAnimationFrame(() => setTimeout(() => void load()));
else void load();
