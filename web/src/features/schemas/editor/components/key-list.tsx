import { editorTexts as texts } from '@tocsin/contract/texts/schema-editor';
import css from './toolbar.module.css';

/** The editor's key bindings; `isWide` sets a fixed width, which a popup needs. */
export const KeyList = ({ isWide = false }: { readonly isWide?: boolean }) => (
  <dl className={isWide ? `${css.keys} ${css.wide}` : css.keys}>
    {texts.keyList.map(([key, does]) => (
      <div key={key}>
        <dt>{key}</dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);
