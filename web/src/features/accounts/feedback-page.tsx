import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/accounts';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { alerts } from './alerts.ts';
import { announce } from './components/announce.ts';
import { Captcha } from './components/captcha.tsx';
import { FormSummary } from './components/form-summary.tsx';
import { GrowingText } from './components/growing-text.tsx';
import { PublicPage } from './components/public-page.tsx';
import { useCaptcha } from './components/use-captcha.ts';
import { useForm } from './components/use-form.ts';
import { checkFeedback, topics } from './model.ts';
import { sendFeedback, serverText } from './queries.ts';

const t = texts.feedback;

export const FeedbackPage = () => {
  const navigate = useNavigate();
  const captcha = useCaptcha();
  const topicId = useId();
  const home = () => navigate({ to: '/' });
  const form = useForm(
    { about: topics[0] as string, text: '' },
    checkFeedback,
    async (values) => {
      if (!(await captcha.passes())) return undefined;
      await sendFeedback(values).catch((error: unknown) => {
        // The captcha token has been used, whichever field was refused.
        captcha.again();
        throw error;
      });
      announce('feedback-saved');
      await home();
      return undefined;
    },
    (error) => alerts.show('feedback-error', serverText(error)),
  );
  return (
    <PublicPage title={t.title} about={t.intro}>
      <form ref={form.ref} className="acc-form" onSubmit={form.submit} noValidate>
        <FormSummary errors={form.errors} />
        <div className="acc-text">
          <label htmlFor={topicId}>{t.about}</label>
          <select
            id={topicId}
            name="about"
            value={form.values.about}
            onChange={(event) => form.set('about', event.target.value)}
          >
            {topics.map((topic) => (
              <option key={topic}>{topic}</option>
            ))}
          </select>
        </div>
        <GrowingText label={t.text} name="text" minRows={6} maxRows={15} {...form.field('text')} />
        <Captcha {...captcha.box} />
        <div className="acc-actions">
          <Button type="submit" look="primary" size="large" busy={form.busy}>
            {t.submit}
          </Button>
          <Button size="large" onClick={() => void home()}>
            {t.cancel}
          </Button>
        </div>
      </form>
    </PublicPage>
  );
};
