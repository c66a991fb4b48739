import { texts } from '@tocsin/contract/texts/notifications';
import { Switch } from 'antd';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Text } from '../../../ui/layout.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { alarmSound, useSound } from './alarm-sound.ts';
import css from './sound.module.css';
import { turnSound } from './sound.tsx';

const t = texts.sound;

/** The switch with its state, and a button to test the tone. */
export const SoundSwitch = () => {
  const state = useSound();
  const test = (): void => void alarmSound.test().catch(() => showToast('error', t.failed));
  return (
    <>
      <Text
        height={32}
        padding="0 12px"
        border="1px solid var(--line2)"
        borderRadius="var(--r-button)"
        background="var(--surface)"
        weight={550}
        whiteSpace="nowrap"
        className={css.switch}
        data-state={state}
      >
        <Icon name={state === 'off' || state === 'blocked' ? 'speakerOff' : 'speaker'} size={16} />
        <span>{t.name}</span>
        <Switch checked={state !== 'off'} onChange={turnSound} aria-label={t.name} />
        <span role="status">{t.states[state]}</span>
      </Text>
      <Button onClick={test}>{t.test}</Button>
    </>
  );
};
