import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchBuild } from '../live/build.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// The landing page replaces its static version itself; other pages must remove it.
if (document.documentElement.dataset.page !== 'landing') document.getElementById('landing-still')?.remove();
watchBuild();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
