import css from './frame-skeleton.module.css';

const entries = Array.from({ length: 10 }, (_, index) => index);
const cards = entries.slice(0, 6);

/** The outline of a signed-in page while its code is on its way; the build writes it into index.html too (still.ts). */
export const FrameSkeleton = () => (
  <div className={css.frame} aria-hidden="true">
    <div className={css.side}>
      {entries.map((each) => (
        <i key={each} />
      ))}
    </div>
    <div>
      <div className={css.header}>
        <i />
      </div>
      <div className={css.title}>
        <i />
      </div>
      <div className={css.cards}>
        {cards.map((each) => (
          <div key={each}>
            <i />
            <i />
            <i />
          </div>
        ))}
      </div>
    </div>
    <div className={css.bar}>
      {entries.slice(0, 5).map((each) => (
        <i key={each} />
      ))}
    </div>
  </div>
);
