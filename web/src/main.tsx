import 'virtual:tokens.css';
import './ui/global.css';
import { repairLanguage } from './app/language.ts';

repairLanguage(navigator);
const load = () => import('./app/start.tsx');

/** index.html already contains the landing page: it is painted before the script is loaded. */
if (document.documentElement.dataset.page === 'landing') requestAnimationFrame(() => setTimeout(load));
else void load();
