import { texts } from '../texts.ts';
import './parts.css';

/** The terms as they stand in the activation and behind the landing page's foot. */
export const Terms = () => (
  <div className="acc-terms">
    {texts.terms.paragraphs.map((paragraph) => (
      <section key={paragraph.title}>
        <h3>{paragraph.title}</h3>
        <p>{paragraph.text}</p>
      </section>
    ))}
  </div>
);
