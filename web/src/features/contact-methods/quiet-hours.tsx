import type { QuietHours as Hours } from '@tocsin/contract/contact-methods';
import { texts as t } from '@tocsin/contract/texts/contact-methods';
import { Switch } from 'antd';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LabelledTime } from '../../ui/labelled-pickers.tsx';
import { Row } from '../../ui/layout.tsx';
import { browserZone } from '../../ui/time.ts';
import { useAction } from '../../ui/use-action.ts';
import { Part } from './part.tsx';
import { contactMethodsKey, putQuietHours } from './queries.ts';

/** Hours in which push, SMS and webhook messages are limited to critical and high priority. */
export const QuietHours = ({ stored }: { readonly stored: Hours | null }) => {
  const id = useId();
  const [isOn, setOn] = useState(stored !== null);
  const [begins, setBegins] = useState<string | null>(stored?.begins ?? '22:00');
  const [ends, setEnds] = useState<string | null>(stored?.ends ?? '06:00');
  const { run: save, failure } = useAction((hours: Hours | null) => putQuietHours(hours), {
    fails: 'here',
    toast: t.saved,
    refetches: [contactMethodsKey],
  });
  const zone = stored?.timezone ?? browserZone();
  const turn = (on: boolean): void => {
    setOn(on);
    if (!on && stored !== null) save(null);
  };
  return (
    <Part id={`${id}-title`} title={t.quiet}>
      <p>{t.quietAbout}</p>
      <Row wrap align="end" gap={12}>
        <Switch aria-labelledby={`${id}-on`} checked={isOn} onChange={turn} />
        <span id={`${id}-on`}>{t.quietOn}</span>
      </Row>
      {isOn && (
        <Row
          as="form"
          wrap
          align="end"
          gap={12}
          onSubmit={(event) => {
            event.preventDefault();
            if (begins !== null && ends !== null) save({ begins, ends, timezone: zone });
          }}
        >
          <LabelledTime label={t.begins} value={begins} onTime={setBegins} />
          <LabelledTime label={t.ends} value={ends} error={failure ?? undefined} onTime={setEnds} />
          <Button type="submit" disabled={begins === null || ends === null}>
            {t.save}
          </Button>
          <small>{t.zone(zone)}</small>
        </Row>
      )}
    </Part>
  );
};
