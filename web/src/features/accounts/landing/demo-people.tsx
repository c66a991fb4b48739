import type { LayoutSettings } from '@tocsin/contract/settings';
import { texts } from '@tocsin/contract/texts/accounts';
import { startStory } from '../../../domain/story.ts';
import './demo-people.css';
import { useAction } from '../../../ui/use-action.ts';

const t = texts.demo;

interface Props {
  readonly demo: NonNullable<LayoutSettings['demo']>;
  readonly onEnter: (email: string) => Promise<void>;
}

/** Buttons that sign in as one of the demo's users. */
export const DemoPeople = ({ demo, onEnter }: Props) => {
  const { run: enter, busy } = useAction(onEnter);
  const storyUser = demo.people.find(({ role }) => role.startsWith('Manager')) ?? demo.people[0];
  const show = (email: string): void => {
    startStory();
    enter(email);
  };
  return (
    <section className="demo-people" aria-labelledby="demo-title">
      <h2 id="demo-title">{t.title}</h2>
      {storyUser && (
        <button type="button" className="demo-story" disabled={busy} onClick={() => show(storyUser.email)}>
          <strong>{t.showMe}</strong>
          <span>{t.showMeAbout}</span>
        </button>
      )}
      <p>
        {t.about} <code>{demo.password}</code>
      </p>
      <ul>
        {demo.people.map(({ email, role }) => (
          <li key={email}>
            <button type="button" disabled={busy} onClick={() => enter(email)}>
              <strong>{role}</strong>
              <span>{email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
