/// <reference types="vite/client" />
declare module 'virtual:layout.css';
declare module 'virtual:tokens.css';
