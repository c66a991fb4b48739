import 'virtual:tokens.css';
import './kit/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchBuild } from './wire/build.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
watchBuild();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
