import { texts } from '@tocsin/contract/texts/accounts';
import './blocks.css';
import { blocks, shotOf, shotSize } from './block-list.ts';

const t = texts.landing;

/** A screenshot in the page's theme, loaded when it is near the window. */
const Shot = ({ id, shows }: { readonly id: string; readonly shows: string }) => (
  <div className="lp-shot">
    {(['light', 'dark'] as const).map((theme) => (
      <img key={theme} className={`is-${theme}`} src={shotOf(id, theme)} alt={shows} loading="lazy" {...shotSize} />
    ))}
  </div>
);

/** The six product blocks and the list of supported units. */
export const Blocks = () => (
  <section className="lp-blocks" id="what" aria-labelledby="what-title">
    <h2 id="what-title" className="unseen">
      {t.blocks.title}
    </h2>
    <div className="lp-blocks-grid">
      {blocks.map(({ id, title, line, shows }) => (
        <article key={id} id={id}>
          <h3>{title}</h3>
          <p>{line}</p>
          <Shot id={id} shows={shows} />
        </article>
      ))}
    </div>
    <section id="products" className="lp-products" aria-labelledby="products-title">
      <h2 id="products-title">{t.products.title}</h2>
      <p>{t.products.line}</p>
      <dl>
        {t.products.units.map(({ name, what }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  </section>
);
