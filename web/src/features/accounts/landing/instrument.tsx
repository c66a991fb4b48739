import { texts } from '@tocsin/contract/texts/accounts';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import {
  type BearingMoment,
  type BearingState,
  celsiusAt,
  clockText,
  hourMinutes,
  limits,
  minuteOf,
} from './bearing.ts';
import type { BearingClock } from './bearing-clock.ts';
import './instrument.css';

const t = texts.landing.drawing;
const lowest = 34;
const highest = 90;

const yOf = (celsius: number): number => ((highest - celsius) / (highest - lowest)) * 100;
/** SVG points of the curve between two minutes, one per minute. */
const lineOf = (from: number, to: number): string => {
  const between = Array.from({ length: hourMinutes }, (_, i) => i + 1).filter((m) => m > from && m < to);
  return `M${[from, ...between, to].map((m) => `${m.toFixed(2)} ${yOf(celsiusAt(m)).toFixed(2)}`).join('L')}`;
};
const warningMinute = minuteOf(limits.warning);
const alarmMinute = minuteOf(limits.alarm);
const lines = [
  { look: '', path: lineOf(0, warningMinute) },
  { look: 'is-warning', path: lineOf(warningMinute, alarmMinute) },
  { look: 'is-alarm', path: lineOf(alarmMinute, hourMinutes) },
] as const;

const log = [
  { minute: warningMinute, icon: 'warningSolid', look: 'is-warning', ...t.log.warning },
  { minute: alarmMinute, icon: 'bellSolid', look: 'is-alarm', ...t.log.alarm },
  { minute: alarmMinute, icon: 'mail', look: 'is-mail', ...t.log.mail },
] as const;

export const useBearing = (clock: BearingClock): BearingMoment =>
  useSyncExternalStore(clock.subscribe, clock.current, clock.current);

const chips = { ok: 'tick', warning: 'warningSolid', alarm: 'bellSolid' } as const;

const Chip = ({ state }: { readonly state: BearingState }) => (
  <span className={`ins-chip is-${state}`}>
    <Icon name={chips[state]} size={14} />
    {t.states[state]}
  </span>
);

const Value = ({ celsius }: { readonly celsius: number }) => (
  <span className="ins-value">
    {celsius.toFixed(1)}
    <small>{t.unit}</small>
  </span>
);

/** The curve in its three colours; its future part is clipped. */
const Curve = ({ moment }: { readonly moment: BearingMoment }) => (
  <div
    className="ins-curve"
    style={{ '--until': `${(moment.minute / hourMinutes) * 100}%`, opacity: moment.presence } as CSSProperties}
  >
    <svg viewBox={`0 0 ${hourMinutes} 100`} preserveAspectRatio="none" aria-hidden="true">
      <rect className="ins-band is-warning" x={warningMinute} width={alarmMinute - warningMinute} y="0" height="100" />
      <rect className="ins-band is-alarm" x={alarmMinute} width={hourMinutes - alarmMinute} y="0" height="100" />
      {lines.map(({ look, path }) => (
        <path key={path} className={`ins-line ${look}`} d={path} />
      ))}
    </svg>
  </div>
);

const EndDot = ({ moment }: { readonly moment: BearingMoment }) => (
  <i
    className={`ins-dot is-${moment.state}`}
    style={{
      left: `${(moment.minute / hourMinutes) * 100}%`,
      top: `${yOf(celsiusAt(moment.minute))}%`,
      opacity: moment.presence,
    }}
  />
);

const Limit = ({ at, look, name }: { readonly at: number; readonly look: string; readonly name?: string }) => (
  <div className={`ins-limit ${look}`} style={{ top: `${yOf(at)}%` }}>
    {name ? <span>{name}</span> : null}
  </div>
);

export const Instrument = ({ clock }: { readonly clock: BearingClock }) => {
  const moment = useBearing(clock);
  return (
    <div className="ins">
      <div className="ins-head">
        <div>
          <strong>{t.sensor}</strong>
          <p>{t.timeLapse}</p>
        </div>
        <Value celsius={moment.celsius} />
        <Chip state={moment.state} />
      </div>
      <div className="ins-plot">
        {[80, 70, 60, 40].map((celsius) => (
          <span key={celsius} className={`ins-tick at-${celsius}`} style={{ top: `${yOf(celsius)}%` }}>
            {celsius}
          </span>
        ))}
        <div className="ins-grid" style={{ top: `${yOf(60)}%` }} />
        <div className="ins-grid" style={{ top: `${yOf(40)}%` }} />
        <Curve moment={moment} />
        <Limit at={limits.alarm} look="is-alarm" name={t.alarmLimit} />
        <Limit at={limits.warning} look="is-warning" name={t.warningLimit} />
        <EndDot moment={moment} />
      </div>
      <div className="ins-times">
        {[0, 15, 30, 45, 60].map((minute) => (
          <span key={minute}>{clockText(minute)}</span>
        ))}
      </div>
      <ul className="ins-log">
        {log.map((row) => (
          <li key={row.what} style={{ opacity: moment.minute >= row.minute ? moment.presence : 0 }}>
            <time>{clockText(row.minute)}</time>
            <i className={row.look}>
              <Icon name={row.icon} size={12} />
            </i>
            <strong>{row.what}</strong>
            <span>{row.where}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The phone version: state, name, value, curve. */
export const SmallInstrument = ({ clock }: { readonly clock: BearingClock }) => {
  const moment = useBearing(clock);
  return (
    <div className="ins-small">
      <Chip state={moment.state} />
      <strong>{t.sensorShort}</strong>
      <Value celsius={moment.celsius} />
      <div className="ins-plot">
        <Curve moment={moment} />
        <Limit at={limits.alarm} look="is-alarm" />
        <Limit at={limits.warning} look="is-warning" />
        <EndDot moment={moment} />
      </div>
    </div>
  );
};
