import { type AcceptedFrame, ALARM } from '../../../pipeline/types.ts';
import { hourMs } from '../hour.ts';

const t0 = Date.UTC(2026, 2, 1, 10);
const frames = 240;

/** One function of the frame's number for each way in which version 1.0.0 stored a column. */
const courses: readonly ((i: number) => number)[] = [
  () => 41.5,
  (i) => 20 + i * 0.25,
  (i) => Math.round(300 + 20 * Math.sin(i / 9)) / 10,
  (i) => Math.round(9_000 * Math.sin(i / 5)) / 100,
  (i) => (i % 7) * 1_000_000 - 3_000_000,
  (i) => (i * 48_271) % 97,
  (i) => Math.sqrt(i + 2),
  (i) => (i % 3 === 0 ? Number.NaN : i / 10),
  () => Number.NaN,
  (i) => (i === 100 ? 9_007_199_254_740_948 : -22_041),
];

/** The frames of the stored hour below: two layouts, alarms, a changed state, another boot. */
export function framesOfStoredHour(): AcceptedFrame[] {
  return Array.from({ length: frames }, (_, i) => {
    const layoutId = i < 200 ? 4 : 5;
    const own = courses.slice(0, layoutId === 4 ? courses.length : 3);
    const ts = t0 + Math.floor((i * hourMs) / frames);
    const isAlarm = i >= 30 && i < 60;
    return {
      ts,
      deviceTs: ts - (i < 10 ? 5_000 : 0),
      boot: i < 120 ? 1 : 2,
      seq: i,
      given: 9,
      layoutId,
      receivedAt: ts + 1_000 * (i % 3),
      values: Float64Array.from(own, (course) => course(i)),
      flags: Uint8Array.from(own, (_, s) => (isAlarm && s === 2 ? 1 | ALARM : 1)),
      status: Uint16Array.from(own, (_, s) => (isAlarm && s === 2 ? 300 : 1)),
      state: Uint16Array.from(own, (_, s) => (s === 1 ? i % 4 : 0)),
    };
  });
}

/** Its chunk and slots as version 1.0.0 packed them. */
export const storedHour = {
  layoutIds: [4, 5],
  keys: '5gUAACi1L/1g5gQVAwBUA/AAAAABAADQco3KeUIAAAAAAEzNQAIAiLPAEAAnAAIA8D8BAAIAAQDwPwMAAQABAgkBAAEAEQAwQAm4D9wsrpQbUBCxkLvWUQIyAg48QYonSAQIOAworAaEwAaWGQPQBA==',
  p: 'LhgAACi1L/1gLheVRwCqgEgfQhAoas8YpVitb1+K1a+6Ka+dd/RviDpJGfoQHEZNrRMuKBxp3Grm9OM2649apuO8tqxOKviMvcdWqwbet7hkSyllCr4B5wH7AXZu53Zu53Zu53Zu53Zu53Zu53Zu53Zu53Zu53Zu5ziO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO7/iO141VnWTzV+nsNctSpX+uzk9XWbIu1lqWa63WJctipX+ur9gWF+2LVtuCvVbnn6ss2Rat9kXr0oK91vLTVpasi1abiSSCbIvAo41Qx6yj6B4Fe3YaGpHlU4cq0xM6Ty+nqLPrxtJpDU8NSMihUvla2sMLunu8Ll5wUTbB4NVSRgKsExFHXJbkpTamjckiqMj1dgQYioEflF8QKBCj4xJlFliqyGCHkADUqKEfCVg1MCq1GlLcYrEAYHATiKkE2CKddIUsxlQvsKiEsdVMgc4y7rI1FCzBdeAOplpZ0WKXkgXBRQmYNSBAnCF0nFhymE1SI1aB1OoTssJDpogDCBhU/QotgNnYSV5x/PCAES4CSuf/n39olmWattb1/DNdpWtr/bIs01X65f+v53qe53mWaVmmq7RMy/L88zzX9VzX1rqWw2+Ms0zP8stMH+YRlud/+cMqRF+W/x/y5f8P/61a/+/kn1b6l4P800n/7/n/N5/9f8g5Mn8renyYdJp5dJKLpjQGIPhABgPpzLEdk6WkUUyZsji2qISOhKfx4uC90VWtJSCBwaEyBfjWUfpVEKdYZhXJW7bxkEkpShAfeBRbJ7T6kFjw5KRwDCaVfay8ydA2v5ldzNLK5B3/Jp0agWSWMhW9t+ZwV8lik/JaT2BYbWLvVOqt8lhOeYxqpxK+zEiiYAFRID3/7DzosQJuADWNgpEkHz1OMisa/uwbl+QRqMrQFUHWBneIQu7AGuWqmLhsP593ECZik2rio0fxSBQFFCvJybhKCBStnkYEmnGjmGFLoE0MJ+B1dXakXXKiP0BXCLCfNVyzgBgqiGdSAnRAPg/oVneaQtH6y7RuYq8xXCYfxIya5qbb2BXmYwejSRhf0LMHNYns7LvuwJieyIeoJAQ0RkFx0gfXBKEDNM28vubVqGBS10uCggFfUHLuqWIR0opB4nDj9KErVQXKoDXq4lIQ2wnPEKyyRALMKH3ZFsi+VNegLJijDTZNHnii6ggYXIq4thPCdJ5knwvYoS2ZpA44FUB4p6wSsF4A8KphGruh6J+rFrAGmiWwnABepv++b/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3Wb/3W7zzP7dzO7dzO7dzO7dzOA0KVjy9nlIP0Rnkh8qvJ2OLHPCHRdzaoNscE7fFCUfHiXMDBPCeokNzb1/fN4cW9XJ+Gx6Erek4HRHxul3ARfzBO0fmpsrZ2gd5dng22K0FJKngMMHB05aBCqtDEIjbRaEHR9jHMAWgY4zX4Hx8klDUeRmjrmxY/viKLaWwzDKhK0vjKQw8mfvB9ikClIprgrUsvEC62sD40B4utEiM9FEZDj2BNid5ERrfnE0HDm0R5ChiZdZVMwyN9ejEUm0IqpkgZD+7u1I7/T0SdtbwgDDmaGn0Mn1Lrl1at/BEIBvFbFGCJfEmRaV8oM/WZ1/RpgVu+/0xr4hG6EuVPBQD6GsCOh9Jc2JUb35EFsyd8pKkXrmju4MjxPxzwcXmUbkFp2kHYICxu7vrBipYxsywVcT/Fys6DYlbBcHz0IcSYCOaciBcWai5Bv7TJdQUYI6iykg2JBVEFwA2ZeULY81eGmGFhpgrjAntCeA0h1eBWM1+PaMSSswkTGMjghhC8IadLZW9khtaW2A4OaoJauDIinv9ScjNL3fnhoRn2gdnnGYaYU1sCrIyaeWycF1fvLIMhv6VW9pWq+XOVWL3/muNmp7SgnzQVDYvobDAPAyjaSQqPGOpkRUGbPkGS34m0n9m6Oe50PWOxFDUxloTdTusEaxAwkdJSei4soWME4P//8r9srWWZlsNvbrNc5Aso/P9V9P8DMUoxXj5dvthfhMPh8L4r+YeUn0R/c8Th/9OFn56GhIIkAEX4geDT8/1+v9/v9/v9er1er9fr9Xa73W632+12eXh47vu+d3Z2dnR0dHRycnJs28bBwbm5ubmxsampqeFyudvtloZmZkZGJiYm5kXr0pLFslirtPxj0jCrJZ+Zl7IJefh3gJgNrArJ+zL+vHRkgK8ORZlWUwSaj4KJhFBH3QkyLAo9MKeelEcA88RrXk9B3Ae9XBS0IVbjqvATc7qBpN7DzsQYFdjmPykTfdy9hUUFzZg6gSTUE6NhHeG8ZySRPfHZFXhryukYRIabFwWd73wMlNHGlVRTqllEh/jDE88vii2ME+GQQgXPbswaVn/I5r2sa4qiA+sU0OsFuU57UH3eBUGi/R7Y0auzrVT841DMwzqs7xG01/mHPTQfFZCTesINoXJjEkuMxIujOUpQUEg2ofobj6IW5VTgX5gDdIyUgMiML5ojHZqAMdqM0ShsXFyALsP7FQXGnP0lecKBEiEkcogg9VEp2nAWxvSDUYpdNRyCPuagPNuYCI25oTlRsfsNdzvwxKwyQoWijlD7bNTw7sQ+rpEJpAsXMxhwRoapMJ4tmvzimAineMYVtOjyMoDCqNEkT4Y05VGr0BpAg5E0SToSYFBEyiGEiCGEBBJKJIHISPyIiJ0HbbYElsZShE0tRT7WkQRXVbB+sksqXAlE6QfwkuqX8XsGy9uA9d1mgBIXa8hlV05ZalznmJbAhH9FfHYsr5RJvPBDYs42d9UDryW1dREva4koo0DIpgKiAScAoPDABgt4IRhfBmtYkZDfj7W84MxC7PhUVujCBkqJS+GFRpdSlRLYQh0aCzqzFTpQZFbiQoBgqEDEbYa00fq95PiLPp7FcCcTPAgIAj5Beb2MOn6TYjBWsffylRjbfx0iLHaH68EB8xKnNQy6NCKXlpX8gd6ArMwc9Y48pVdbN/ImKxRW+oabNiTBqz4ieuZZDYee1DvhykEF',
  slots:
    'RQUAACi1L/1gRQQlFgB25I1KkFRSOkhhF/jFW+UIB4v9sl15k29iZ89SeNpUNFT0OBBMTPg5Yjp+77OcL4SHyOPNIhJhuM/uYMG/SflSh+VwlSLoPK8WtYjsLVNqAH8AgwAt1dr8R4Ssl2e9PJvwYBA5CnS9bMo8OGTtvbzqKR6/T+H+99Mc+Pd9mwPTY2bKsPhuAgKJx8wPi79WxSI+nvuKj6NGo/qmwwIM/OIwEaY63vf9ErP+6i+f8zV3KVqKRmz+vt87e18d/r8bYD0h7LvqYkDQyVU2PHSvukkQusmYELbFqAqg6FG0k/FsMSoWbewJeNFg+84E++IsYyE8wfiAPm8MrOeNbrE/0ayLFSHF3ugWe6Na7TtKK9g1rOs6JPfNqEvaMUFdfuLk1FDQXqqhWD34wi2G2co3FKwD8dY6r5c1Yv57YnmgAc9KPj5naTlhxxULP0DUrHltaVCF9Mp57pCBxWnyjVhhbpDI+rrg85wkVoKrCEgNDBjXkhFQUX6hMULCoHeek0sJyBacbL2wRLWAIVyRXXLUTvw9n4t0mDFlSR2XoyOiFAR4zz/HqjjjlVwWZuENXjMFEtODtrfv/9KpBOHefVPr0L0a7+O5dU1foYOps/9e8y1jN+/mcXDe9xAAfv9pJVDZCM4JnJu2bdv2La1odD7hoLI6BPZ6M3hGbScLy1X7/WehABGAmEpEBzDs6HGwcpVl4n7CeJKYPX+g0aA8kiwiYyOadDwiy0iVLrYspJ5nD9BWgVJFEPKIVD7EzoY/IMCCIZttDlBSSR5EA6Wxzg69HB7LZKNBOBBvG9YSILpjoAXAAR9EuGAPmAcIMJVRBDOJ4i/wAcfSIDgIAsgjAyVvBtO2+lQY9OAKnhShz4uXsSyCV14sAxe8FJEhKwbOY4Szv/iGgQ0L5oTgnNlAMDZpQqKDA0cpLj30sTUH5MXEMwhJqm22C7Q=',
} as const;
