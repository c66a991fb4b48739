import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, writeStored } from '../../../api/storage.ts';
import { notificationsNow, onNotifications } from '../../../live/notifications.ts';
import { createStore } from '../../../ui/store.ts';
import { isHeard, type Listener, sounds } from '../model.ts';

/**
 * off: not armed. blocked: armed, but the browser allows no sound until the user interacts with the page. elsewhere:
 * armed, but another tab of this browser plays the tone. armed: this tab plays the tone when needed.
 */
export type SoundState = 'off' | 'blocked' | 'elsewhere' | 'armed';

const toneUrl = '/alarm-tone.wav';
/** Interval between the starts of the repeating tone. */
const repeatS = 3;
/** An AudioContext that is allowed to run starts within this time; a blocked one stays suspended. */
const startupMs = 400;

/**
 * The alarm tone. When armed, it repeats while an unacknowledged alarm or warning is active. Of all tabs of a browser
 * with the same client, only the one that holds a Web Lock plays it; when that tab closes, another one gets the lock.
 * Only a tab that can play sound requests it. The tone is a looping buffer, because browsers throttle the timers of
 * background tabs.
 */
class AlarmSound {
  #context: AudioContext | null = null;
  #tone: Promise<AudioBuffer> | null = null;
  #playing: AudioBufferSourceNode | null = null;
  #lockRequest: AbortController | null = null;
  #release: (() => void) | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  readonly #state = createStore<SoundState>('off');
  #lock: string | null = null;
  #listener: Listener = { client: null, isStaff: false };
  #unsubscribers: (() => void)[] = [];

  /** Starts listening for active events of the selected client. */
  start(listener: Listener): void {
    this.#listener = listener;
    this.#lock = `tocsin alarm sound ${listener.client ?? ''}`;
    const gesture = (): void => void this.#context?.resume();
    window.addEventListener('pointerdown', gesture);
    window.addEventListener('keydown', gesture);
    this.#unsubscribers = [
      onNotifications(() => this.#updateTone()),
      onStoredElsewhere('alarmSound', () => this.#applySetting()),
      () => window.removeEventListener('pointerdown', gesture),
      () => window.removeEventListener('keydown', gesture),
    ];
    this.#applySetting();
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#unsubscribers = [];
    this.#close();
  }

  /** Must be called in a user gesture, which browsers require for sound. */
  arm(): void {
    writeStored('alarmSound', '1');
    this.#applySetting();
    void this.#context?.resume();
  }

  disarm(): void {
    writeStored('alarmSound', null);
    this.#applySetting();
  }

  /** Plays the tone once in this tab, armed or not. */
  async test(): Promise<void> {
    const context = this.#open();
    await context.resume();
    const source = context.createBufferSource();
    source.buffer = await this.#load(context);
    source.connect(context.destination);
    source.start();
  }

  readonly subscribe = this.#state.subscribe;
  readonly state = this.#state.get;

  #applySetting(): void {
    if (readStored('alarmSound') !== '1') {
      this.#close();
      return;
    }
    this.#open();
    this.#updateState();
  }

  #open(): AudioContext {
    if (this.#context) return this.#context;
    const context = new AudioContext();
    this.#context = context;
    context.addEventListener('statechange', () => this.#updateState());
    // A context that may run fires `statechange` within this time.
    this.#settling = setTimeout(() => this.#updateState(true), startupMs);
    return context;
  }

  #close(): void {
    clearTimeout(this.#settling);
    this.#lockRequest?.abort();
    this.#lockRequest = null;
    this.#release?.();
    this.#release = null;
    this.#silence();
    void this.#context?.close();
    this.#context = null;
    this.#tone = null;
    this.#set('off');
  }

  /** Requests the lock as soon as this tab can play sound. */
  #updateState(settled = false): void {
    if (readStored('alarmSound') !== '1' || !this.#context) return;
    if (this.#context.state === 'running') {
      clearTimeout(this.#settling);
      this.#requestLock();
      this.#set(this.#release ? 'armed' : 'elsewhere');
    } else if (settled || this.state() === 'armed' || this.state() === 'elsewhere') this.#set('blocked');
    this.#updateTone();
  }

  #requestLock(): void {
    if (this.#lockRequest || this.#release) return;
    // Over plain HTTP there are no Web Locks: each armed tab plays the tone.
    if (!('locks' in navigator)) {
      this.#release = () => undefined;
      return;
    }
    const request = new AbortController();
    this.#lockRequest = request;
    navigator.locks
      .request(this.#lock ?? '', { signal: request.signal }, () => {
        this.#lockRequest = null;
        return new Promise<void>((release) => {
          this.#release = release;
          this.#updateState();
        });
      })
      // Disarmed or stopped before this tab got the lock.
      .catch(() => undefined);
  }

  /** Starts or stops the tone according to the active events. */
  #updateTone(): void {
    const isDue =
      this.state() === 'armed' && notificationsNow().rows.some((row) => sounds(row) && isHeard(row, this.#listener));
    if (isDue && !this.#playing) void this.#repeat();
    if (!isDue) this.#silence();
  }

  async #repeat(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    const source = context.createBufferSource();
    this.#playing = source;
    const tone = await this.#load(context);
    // Acknowledged or disarmed while it was loading.
    if (this.#playing !== source) return;
    const loop = context.createBuffer(1, Math.round(repeatS * tone.sampleRate), tone.sampleRate);
    loop.copyToChannel(tone.getChannelData(0), 0);
    source.buffer = loop;
    source.loop = true;
    source.connect(context.destination);
    source.start();
  }

  #silence(): void {
    const playing = this.#playing;
    this.#playing = null;
    if (!playing?.buffer) return;
    playing.stop();
    playing.disconnect();
  }

  #load(context: AudioContext): Promise<AudioBuffer> {
    this.#tone ??= fetch(toneUrl)
      .then((answer) => answer.arrayBuffer())
      .then((bytes) => context.decodeAudioData(bytes))
      .catch((error: unknown) => {
        // Retry at the next alarm.
        this.#tone = null;
        this.#playing = null;
        throw error;
      });
    return this.#tone;
  }

  #set(state: SoundState): void {
    this.#state.set(state);
  }
}

export const alarmSound = new AlarmSound();
export const useSound = (): SoundState => useSyncExternalStore(alarmSound.subscribe, alarmSound.state);
