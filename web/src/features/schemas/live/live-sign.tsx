import { texts } from '@tocsin/contract/texts/schemas';
import { shownNow } from '../../../live/clock.ts';
import { Age } from '../../../ui/age.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Text } from '../../../ui/layout.tsx';
import { useTicking } from '../../../ui/tick.ts';
import { clockText, zoneText } from '../../../ui/time.ts';
import { usePhone } from '../../../ui/use-media.ts';
import { usePlantStore, useSocketState } from './feed.tsx';
import css from './live.module.css';

/** Whether the view is live, and the age of its data. */
export const LiveSign = ({ zone }: { readonly zone: string }) => {
  const store = usePlantStore();
  const state = useSocketState();
  const isPhone = usePhone();
  const time = useTicking(() => `${clockText(shownNow(), zone)} ${zoneText(shownNow(), zone)}`);
  const hasFrame = useTicking(() => store.newestAt() !== null);
  return (
    <Row as="span" inline gap={6} className={css.live} data-state={state}>
      <Icon name={state === 'open' ? 'live' : 'brokenLink'} size={18} />
      <b>{texts.connection[state]}</b>
      <Text tone="quiet">
        {hasFrame ? <Age at={store.newestAt} now={shownNow} zone={zone} /> : texts.noFrame}
        {!isPhone && `, ${time}`}
      </Text>
    </Row>
  );
};
