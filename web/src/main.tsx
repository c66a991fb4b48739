import 'virtual:tokens.css';
import './kit/global.css';

const load = () => import('./start.tsx');

/** The landing page already stands in index.html: it is painted first, the script comes after it. */
if (document.documentElement.dataset.page === 'landing') requestAnimationFrame(() => setTimeout(load));
else void load();
