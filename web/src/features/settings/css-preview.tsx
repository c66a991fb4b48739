import { texts } from '@tocsin/contract/texts/settings';
import { useEffect, useRef } from 'react';
import { scopedCss } from './model.ts';
import css from './settings.module.css';

const sample = `
<div id="root"><h1>Prairie Grain Co-op - Sites</h1><p>Three sites, <a href="#">eight devices</a>.</p>
<button type="button">SAVE</button> <button type="button">CANCEL</button>
<table><tbody><tr><th>Head bearing left</th><td>43.2 °C</td></tr><tr><th>Belt speed</th><td>98.8 %</td></tr></tbody></table></div>`;

const base = `body{margin:16px;font:14px/20px system-ui,sans-serif;background:#fcfdfd;color:#14191b}h1{margin:0 0 8px;font-size:20px;line-height:28px}a{color:#0a5c61}
button{height:32px;padding:0 12px;border:1px solid #8b959a;border-radius:6px;background:#fcfdfd}
table{margin-top:12px;border-collapse:collapse}th,td{padding:6px 12px;border-bottom:1px solid #d3d9db;text-align:left}`;

/** A sample of the portal with custom styles, in a sandboxed frame that runs no scripts and loads nothing. */
export const CssPreview = ({ css: text }: { readonly css: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const draw = (): void => {
    const inside = frame.current?.contentDocument;
    if (!inside) return;
    inside.body.innerHTML = sample;
    const style = inside.createElement('style');
    // Inserted as text, so that a closing tag in it has no effect.
    style.textContent = `${base}\n${scopedCss(text)}`;
    inside.head.replaceChildren(style);
  };
  const drawing = useRef(draw);
  drawing.current = draw;
  // biome-ignore lint/correctness/useExhaustiveDependencies: re-rendered with each change of the text.
  useEffect(() => {
    const timer = setTimeout(() => drawing.current(), 150);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <iframe ref={frame} className={css.frame} title={texts.styles.preview} sandbox="allow-same-origin" onLoad={draw} />
  );
};
