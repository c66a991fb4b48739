import { texts } from '../texts.ts';

const t = texts.landing;

const pictures = [
  { id: 'real-time', ...t.blocks.realTime },
  { id: 'trending', ...t.blocks.trending },
  { id: 'log', ...t.blocks.log },
  { id: 'mail', ...t.blocks.mail },
  { id: 'analytics', ...t.blocks.analytics },
  { id: 'cost', ...t.blocks.cost },
] as const;

/** Two pictures, one shown: a hidden lazy picture is never fetched. */
const Shot = ({ id, alt }: { readonly id: string; readonly alt: string }) => (
  <>
    <img
      className="for-light"
      src={`/landing/${id}.webp`}
      alt={alt}
      width={720}
      height={405}
      loading="lazy"
      decoding="async"
    />
    <img
      className="for-dark"
      src={`/landing/${id}-dark.webp`}
      alt={alt}
      width={720}
      height={405}
      loading="lazy"
      decoding="async"
    />
  </>
);

/** What the portal does, in six blocks, each with a true picture of it. */
export const Blocks = () => (
  <section className="lp-blocks" id="what" aria-labelledby="what-title">
    <h2 id="what-title" className="unseen">
      {t.blocks.title}
    </h2>
    <div className="lp-blocks-grid">
      {pictures.map(({ id, title, line, alt }) => (
        <article key={id} id={id}>
          <h3>{title}</h3>
          <p>{line}</p>
          <Shot id={id} alt={alt} />
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
