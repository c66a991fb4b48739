import { Icon } from '../../../kit/icon.tsx';
import { texts } from '../texts.ts';
import { blocks } from './block-list.ts';

const t = texts.landing;

/** What the portal does, in six blocks, and the units whose sensors it shows. */
export const Blocks = () => (
  <section className="lp-blocks" id="what" aria-labelledby="what-title">
    <h2 id="what-title" className="unseen">
      {t.blocks.title}
    </h2>
    <div className="lp-blocks-grid">
      {blocks.map(({ id, icon, title, line }) => (
        <article key={id} id={id}>
          <Icon name={icon} size={28} />
          <h3>{title}</h3>
          <p>{line}</p>
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
