import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchBuild } from './wire/build.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// The landing page takes the place of its still by itself; every other page has none.
if (document.documentElement.dataset.page !== 'landing') document.getElementById('landing-still')?.remove();
watchBuild();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
