import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlertName, createAlerts } from './alerts.ts';

describe('alerts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const times: readonly (readonly [AlertName, number, string])[] = [
    ['registered', 5_000, 'Registered successfully'],
    ['registration-warning', 5_000, 'The email address is already registered.'],
    ['registration-error', 5_000, 'The email address is already registered or problems with network.'],
    ['reset-password-error', 5_000, 'The e-mail address is not assigned to any user account'],
    ['reset-password-success', 5_000, 'Your password reset link has been sent successfully. Please check your email.'],
    ['feedback-saved', 5_000, 'Your feedback has been saved successfully.'],
    ['activation-error', 6_000, 'Sorry, the activation link is invalid.'],
    ['confirm-activation-error', 6_000, 'Sorry, something went wrong. Please try again later.'],
    ['activation-success', 6_000, 'Activation was successful'],
    ['change-password-success', 6_000, 'Password has been reset with new password'],
    ['change-password-error', 6_000, 'The password reset link was invalid, possibly because it has already been used'],
    ['login-error', 10_000, 'Wrong email or password'],
    ['no-server', 10_000, 'Server connection problem'],
  ];

  it.each(times)('shows %s for %i ms as "%s"', (name, ms, text) => {
    const alerts = createAlerts();
    alerts.show(name);
    expect(alerts.current()?.text).toBe(text);
    vi.advanceTimersByTime(ms - 1);
    expect(alerts.current()?.name).toBe(name);
    vi.advanceTimersByTime(1);
    expect(alerts.current()).toBeNull();
  });

  it("uses the server's text when there is one", () => {
    const alerts = createAlerts();
    alerts.show('login-error', '<b>Locked</b>');
    expect(alerts.current()?.text).toBe('<b>Locked</b>');
    alerts.show('login-error', '');
    expect(alerts.current()?.text).toBe('Wrong email or password');
  });

  it('shows each new alert for its full time', () => {
    const alerts = createAlerts();
    alerts.show('registered');
    vi.advanceTimersByTime(4_000);
    alerts.show('login-error');
    vi.advanceTimersByTime(9_999);
    expect(alerts.current()?.name).toBe('login-error');
    vi.advanceTimersByTime(1);
    expect(alerts.current()).toBeNull();
  });

  it('notifies listeners and leaves no timer after a clear', () => {
    const alerts = createAlerts();
    const listener = vi.fn();
    const stop = alerts.subscribe(listener);
    alerts.show('registered');
    alerts.clear();
    expect(listener).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
    stop();
    alerts.show('registered');
    expect(listener).toHaveBeenCalledTimes(2);
    alerts.clear();
  });
});
