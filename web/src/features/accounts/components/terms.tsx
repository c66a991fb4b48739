import { texts } from '@tocsin/contract/texts/accounts';
import './components.css';

/** The terms of use, shown during activation and in the landing page's footer. */
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
