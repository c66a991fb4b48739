import { texts } from '@tocsin/contract/account-texts';
import { endpoints } from '@tocsin/contract/accounts';
import { type Api, route } from '../../access/route.ts';
import { byCall, recorded } from '../../platform/audit.ts';
import { badField } from '../../platform/errors.ts';
import { networkOf } from '../../platform/network.ts';
import type { Captcha } from './captcha.ts';
import { type AccountsDependencies, hour } from './dependencies.ts';
import { mailDemoRequest, mailDemoThanks, mailFeedback, type Receiver } from './mails.ts';
import { findAccount, insertDemoRequest, insertFeedback, listSuperusers } from './store.ts';

const perAddress = { bucket: 'visitor', most: 10, windowMs: hour };

/** Routes for visitors: the captcha and the forms behind it. */
export const addPublicFormRoutes = (api: Api, dependencies: AccountsDependencies, captcha: Captcha): void => {
  const { db, clock, throttle } = dependencies;
  const now = () => new Date(clock.now());

  /** Recipients of what visitors write: the support address, otherwise the super users. */
  const operators = async (): Promise<Receiver[]> => {
    const { support_email } = await dependencies.contacts();
    if (support_email !== '') return [{ userId: null, email: support_email, name: '' }];
    return (await listSuperusers(db)).map(({ id, email, first_name }) => ({ userId: id, email, name: first_name }));
  };

  route(api, endpoints.captcha, () => captcha.offer());

  route(api, endpoints.verifyCaptcha, async ({ body, address, reply }) => ({
    success: await captcha.verify(body.token, address, reply),
  }));

  route(api, endpoints.registerForDemo, async (call) => {
    const { body, address, request, reply } = call;
    // The captcha comes first: without it nobody learns who has an account.
    await captcha.demand(request, reply);
    await throttle.attempt(perAddress, networkOf(address));
    if (await findAccount(db, body.email)) throw badField('email', texts.alreadyRegistered);
    const readers = await operators();
    await recorded(db, byCall({ address }), async (trx, note) => {
      if (!(await insertDemoRequest(trx, body, now()))) throw badField('email', texts.alreadyRegistered);
      await mailDemoThanks(dependencies, trx, body);
      for (const reader of readers) await mailDemoRequest(dependencies, trx, reader, body);
      note({ action: 'create', subject: 'demo request', subjectName: body.company, old: null, new: body });
    });
    return { detail: texts.registered };
  });

  route(api, endpoints.feedback, async ({ body, address, request, reply }) => {
    await captcha.demand(request, reply);
    await throttle.attempt(perAddress, networkOf(address));
    const readers = await operators();
    await recorded(db, byCall({ address }), async (trx, note) => {
      await insertFeedback(trx, body, now());
      for (const reader of readers) await mailFeedback(dependencies, trx, reader, body.about, body.text);
      note({ action: 'create', subject: 'feedback', subjectName: body.about, old: null, new: body });
    });
    return { detail: texts.feedbackSaved };
  });
};
