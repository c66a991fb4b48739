import { useSyncExternalStore } from 'react';
import { notificationsNow, onNotifications } from '../../../wire/notifications.ts';
import { keep, kept, onKeptElsewhere } from '../../../wire/storage.ts';
import { sounds } from '../model.ts';

/**
 * off: not armed. blocked: armed, but the browser lets no page sound before somebody has pressed something on it.
 * elsewhere: armed, another tab of this browser sounds. armed: this tab sounds when it must.
 */
export type SoundState = 'off' | 'blocked' | 'elsewhere' | 'armed';

const toneUrl = '/alarm-tone.wav';
/** The tone's beginnings are so far apart while it repeats. */
const repeatS = 3;
/** An AudioContext that may run does so within this time; one that is blocked stays suspended. */
const settlesMs = 400;

/**
 * The alarm tone: once armed it repeats while an alarm or a warning stands that nobody has acknowledged. Of all tabs of
 * a browser that look at the same client, one sounds: the one that holds the lock; when it is closed, the browser gives
 * the lock to the next. Only a tab that can sound asks for it. The repeating is the audio thread's, since browsers slow
 * down the timers of tabs that nobody looks at.
 */
class AlarmSound {
  #context: AudioContext | null = null;
  #tone: Promise<AudioBuffer> | null = null;
  #playing: AudioBufferSourceNode | null = null;
  #asking: AbortController | null = null;
  #release: (() => void) | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #state: SoundState = 'off';
  #lock: string | null = null;
  #leave: (() => void)[] = [];
  readonly #listeners = new Set<() => void>();

  /** Begins to listen for what stands in this client. */
  start(client: number | null): void {
    this.#lock = `tocsin alarm sound ${client ?? ''}`;
    const gesture = (): void => void this.#context?.resume();
    window.addEventListener('pointerdown', gesture);
    window.addEventListener('keydown', gesture);
    this.#leave = [
      onNotifications(() => this.#follow()),
      onKeptElsewhere('alarmSound', () => this.#obey()),
      () => window.removeEventListener('pointerdown', gesture),
      () => window.removeEventListener('keydown', gesture),
    ];
    this.#obey();
  }

  stop(): void {
    for (const leave of this.#leave) leave();
    this.#leave = [];
    this.#close();
  }

  /** Called by a press, which is what browsers ask for. */
  arm(): void {
    keep('alarmSound', '1');
    this.#obey();
    void this.#context?.resume();
  }

  disarm(): void {
    keep('alarmSound', null);
    this.#obey();
  }

  /** The tone once, in this tab, armed or not. */
  async test(): Promise<void> {
    const context = this.#open();
    await context.resume();
    const source = context.createBufferSource();
    source.buffer = await this.#load(context);
    source.connect(context.destination);
    source.start();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): SoundState => this.#state;

  #obey(): void {
    if (kept('alarmSound') !== '1') {
      this.#close();
      return;
    }
    this.#open();
    this.#look();
  }

  #open(): AudioContext {
    if (this.#context) return this.#context;
    const context = new AudioContext();
    this.#context = context;
    context.addEventListener('statechange', () => this.#look());
    // It may be allowed to run, which it says a moment later.
    this.#settling = setTimeout(() => this.#look(true), settlesMs);
    return context;
  }

  #close(): void {
    clearTimeout(this.#settling);
    this.#asking?.abort();
    this.#asking = null;
    this.#release?.();
    this.#release = null;
    this.#silence();
    void this.#context?.close();
    this.#context = null;
    this.#tone = null;
    this.#set('off');
  }

  /** What may be now: asks for the lock as soon as this tab can sound. */
  #look(settled = false): void {
    if (kept('alarmSound') !== '1' || !this.#context) return;
    if (this.#context.state === 'running') {
      clearTimeout(this.#settling);
      this.#ask();
      this.#set(this.#release ? 'armed' : 'elsewhere');
    } else if (settled || this.#state === 'armed' || this.#state === 'elsewhere') this.#set('blocked');
    this.#follow();
  }

  #ask(): void {
    if (this.#asking || this.#release) return;
    // Over plain http a browser has no locks: then each armed tab sounds.
    if (!('locks' in navigator)) {
      this.#release = () => undefined;
      return;
    }
    const asking = new AbortController();
    this.#asking = asking;
    navigator.locks
      .request(this.#lock ?? '', { signal: asking.signal }, () => {
        this.#asking = null;
        return new Promise<void>((release) => {
          this.#release = release;
          this.#look();
        });
      })
      // Disarmed or left before it was this tab's turn.
      .catch(() => undefined);
  }

  /** Sounds or is silent, as what stands wants it. */
  #follow(): void {
    const must = this.#state === 'armed' && notificationsNow().rows.some(sounds);
    if (must && !this.#playing) void this.#repeat();
    if (!must) this.#silence();
  }

  async #repeat(): Promise<void> {
    const context = this.#context;
    if (!context) return;
    const source = context.createBufferSource();
    this.#playing = source;
    const tone = await this.#load(context);
    // Acknowledged, or disarmed, while it was loaded.
    if (this.#playing !== source) return;
    const whole = context.createBuffer(1, Math.round(repeatS * tone.sampleRate), tone.sampleRate);
    whole.copyToChannel(tone.getChannelData(0), 0);
    source.buffer = whole;
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
        // The way may be back when the next alarm comes.
        this.#tone = null;
        this.#playing = null;
        throw error;
      });
    return this.#tone;
  }

  #set(state: SoundState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const alarmSound = new AlarmSound();
export const useSound = (): SoundState => useSyncExternalStore(alarmSound.subscribe, alarmSound.state);
