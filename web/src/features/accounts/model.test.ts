import { describe, expect, it } from 'vitest';
import {
  agentText,
  changesPassword,
  changesProfile,
  checkFeedback,
  checkForgot,
  checkNewPassword,
  checkRegister,
  checkSettings,
  checkSignIn,
  isEmail,
  isStrong,
  parseResetKey,
  passwordText,
} from './model.ts';

describe('signing in', () => {
  it('requires both fields', () => {
    expect(checkSignIn({ username: ' ', password: '' })).toEqual({
      username: 'Please input your Email Or Username!',
      password: 'Please input your Password!',
    });
  });
  it('accepts a password of blanks: only the server can decide', () => {
    expect(checkSignIn({ username: 'a', password: '  ' })).toEqual({});
  });
});

describe('registering for the demo', () => {
  it('requires name, company and e-mail address', () => {
    expect(checkRegister({ name: '', company: '', email: '' })).toEqual({
      name: 'Full Name!',
      company: 'Please input your Company Name!',
      email: 'Please input your Email Address!',
    });
  });
  it('refuses an invalid address', () => {
    expect(checkRegister({ name: 'A', company: 'B', email: 'a@b' })).toEqual({
      email: 'The input is not valid E-mail!',
    });
  });
});

describe('an e-mail address', () => {
  it.each(['m.keller@ferncliff.example', 'a+b@x.co', 'ü@exämple.de', ' spaced@around.org '])('%s is one', (text) => {
    expect(isEmail(text)).toBe(true);
  });
  it.each(['a', 'a@b', '@x.de', 'a b@x.de', 'a@x.de\r\nBcc: c@d.de', 'a@x.de,b@x.de', `${'a'.repeat(250)}@x.de`])(
    '%j is none',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );
  it('is required before a reset', () => {
    expect(checkForgot({ email: 'x' })).toEqual({ email: 'The input is not valid E-mail!' });
  });
});

describe('feedback', () => {
  it('requires the message and limits it to 1500 characters', () => {
    expect(checkFeedback({ about: 'Issue', text: ' ' }).text).toBe('Please input your message');
    expect(checkFeedback({ about: 'Issue', text: 'x'.repeat(1501) }).text).toBeDefined();
    expect(checkFeedback({ about: 'Issue', text: 'x'.repeat(1500) })).toEqual({});
  });
  it('requires the topic', () => {
    expect(checkFeedback({ about: '', text: 'x' }).about).toBeDefined();
    expect(checkFeedback({ about: 'x'.repeat(256), text: 'x' }).about).toBeDefined();
  });
});

describe('a new password', () => {
  it('must be typed twice', () => {
    expect(checkNewPassword({ first: '', second: 'Secret12' })).toEqual({ form: 'Fields cannot be empty!!' });
  });
  it('must match when repeated', () => {
    expect(checkNewPassword({ first: 'Secret12', second: 'Secret13' })).toEqual({
      second: 'The two passwords that you entered do not match!',
    });
  });
  it.each(['Short1A', 'nouppercase1', 'NoDigitHere', '12345678'])('refuses %s', (password) => {
    expect(isStrong(password)).toBe(false);
  });
  it('accepts eight characters with a digit and an uppercase letter', () => {
    expect(checkNewPassword({ first: 'Bearing1', second: 'Bearing1' })).toEqual({});
  });
});

describe('a reset link', () => {
  it('contains the person and the token, which may contain hyphens', () => {
    expect(parseResetKey('17-ab-cd_e')).toEqual({ uid: '17', token: 'ab-cd_e' });
  });
  it.each(['', '17', '17-', '-abc'])('%j is none', (key) => {
    expect(parseResetKey(key)).toBeNull();
  });
});

it('finds the refusal of a password under any of its field names', () => {
  expect(passwordText({ new_password2: ['This password is too common.'] })).toBe('This password is too common.');
  expect(passwordText({ token: ['Invalid'] })).toBeNull();
});

describe('user settings', () => {
  const profile = {
    full_name: 'Maria Keller',
    company: '',
    phone: '',
    address: '',
    keep_api_keys: [],
    old_password: '',
    first: '',
    second: '',
  };
  it('require only the name', () => {
    expect(checkSettings({ ...profile, full_name: ' ' })).toEqual({ full_name: 'Please input your full name' });
    expect(checkSettings(profile)).toEqual({});
  });
  // spec: administration 5 User Settings: a password change is sent only when the old or new password is filled
  it('leave the password unchanged while both fields are empty', () => {
    expect(changesPassword(profile)).toBe(false);
    expect(changesPassword({ ...profile, old_password: 'x' })).toBe(true);
    expect(changesPassword({ ...profile, first: 'x' })).toBe(true);
  });
  // spec: administration 5 User Settings: confirm password must equal new password
  it('require the old password, the new one and its repetition', () => {
    expect(checkSettings({ ...profile, first: 'Bearing1', second: 'Bearing2' })).toEqual({
      old_password: 'Fields cannot be empty!!',
      second: 'The two passwords that you entered do not match!',
    });
    expect(checkSettings({ ...profile, old_password: 'Old', first: 'Bearing1', second: 'Bearing1' })).toEqual({});
    expect(checkSettings({ ...profile, second: 'Bearing2' }).second).toBeDefined();
  });
  it('send the profile only if it differs', () => {
    expect(changesProfile(profile, { ...profile, first: 'x' })).toBe(false);
    expect(changesProfile(profile, { ...profile, phone: '1' })).toBe(true);
  });
});

describe("shortens a browser's user agent", () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.9', 'curl/8.9'],
    ['', 'Unknown browser'],
  ])('%s', (agent, name) => {
    expect(agentText(agent)).toBe(name);
  });
});
