import { Switch } from 'antd';
import { useEffect } from 'react';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { say } from '../../../kit/toast.tsx';
import { useSelection } from '../../../wire/selection.ts';
import { texts } from '../texts.ts';
import { alarmSound, useSound } from './alarm-sound.ts';
import css from './sound.module.css';

const t = texts.sound;

/** Keeps the tone alive while the frame is there. */
export const useAlarmSound = (): void => {
  const { client } = useSelection();
  useEffect(() => {
    alarmSound.start(client);
    return () => alarmSound.stop();
  }, [client]);
};

const turn = (on: boolean): void => {
  if (on) alarmSound.arm();
  else alarmSound.disarm();
};

/** The switch with its state in words, and a tone to try it. */
export const SoundSwitch = () => {
  const state = useSound();
  const test = (): void => void alarmSound.test().catch(() => say('error', t.failed));
  return (
    <>
      <span className={css.switch} data-state={state}>
        <Icon name={state === 'off' || state === 'blocked' ? 'speakerOff' : 'speaker'} size={16} />
        <span>{t.name}</span>
        <Switch checked={state !== 'off'} onChange={turn} aria-label={t.name} />
        <span role="status">{t.states[state]}</span>
      </span>
      <Button onClick={test}>{t.test}</Button>
    </>
  );
};

/** In the header of every page: whether an alarm would be heard here; a press arms it or leads past the block. */
export const SoundSign = () => {
  const state = useSound();
  const silent = state === 'off' || state === 'blocked';
  return (
    <IconButton
      icon={silent ? 'speakerOff' : 'speaker'}
      label={`${t.name}: ${t.states[state]}`}
      className={css.sign ?? ''}
      data-sound={state}
      aria-pressed={!silent}
      onClick={() => turn(silent)}
    />
  );
};

/** The browser keeps an armed tone from sounding: said above every page until somebody presses something. */
export const SoundBlocked = () => {
  if (useSound() !== 'blocked') return null;
  return (
    <section className={css.blocked} role="alert">
      <Icon name="speakerOff" size={16} />
      <b>{t.blocked}</b>
      <button type="button" onClick={() => alarmSound.arm()}>
        {t.unblock}
      </button>
    </section>
  );
};
