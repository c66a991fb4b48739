import { may } from '@tocsin/contract/permissions';
import { texts } from '@tocsin/contract/texts/notifications';
import { useEffect } from 'react';
import { useMe } from '../../../domain/me.ts';
import { useSelection } from '../../../domain/selection.ts';
import { IconButton } from '../../../ui/button.tsx';
import { TopLine } from '../../../ui/top-line.tsx';
import { alarmSound, useSound } from './alarm-sound.ts';
import css from './sound.module.css';

const t = texts.sound;

/** Runs the alarm sound while the shell is mounted. */
export const useAlarmSound = (): void => {
  const { client } = useSelection();
  const isStaff = may(useMe(), 'staff');
  useEffect(() => {
    alarmSound.start({ client, isStaff });
    return () => alarmSound.stop();
  }, [client, isStaff]);
};

/** Arms or disarms the sound. */
export const turnSound = (on: boolean): void => {
  if (on) alarmSound.arm();
  else alarmSound.disarm();
};

/** Sign in the header that shows whether an alarm would be audible; a press arms or unblocks the sound. */
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
      onClick={() => turnSound(silent)}
    />
  );
};

/** Notice above every page while the browser blocks the armed tone, until the user presses something. */
export const SoundBlocked = () => {
  if (useSound() !== 'blocked') return null;
  return (
    <TopLine icon="speakerOff" background="var(--warntint)" tone="warning" className={css.blocked} role="alert">
      <b>{t.blocked}</b>
      <button type="button" onClick={() => alarmSound.arm()}>
        {t.unblock}
      </button>
    </TopLine>
  );
};
