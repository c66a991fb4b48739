/** Every text of the room that is about people and their way in. What administration.md quotes stands here word for word. */
export const texts = {
  landing: {
    header: { nav: 'Page', what: 'What it does', products: 'Products', contact: 'Contact Us', feedback: 'Send Feedback', home: 'Tocsin, to the top' },
    headline: 'See the hot bearing while it is still warm.',
    copy: 'Temperature, speed, alignment and plug sensors from your elevators, conveyors and mills. Live, in any browser, without a VPN. Recorded day and night.',
    learnMore: 'Learn more',
    backToTop: 'Back to top',
    drawing: {
      label:
        'A bucket elevator. Its head bearing warms up from 41 to 84 °C within an hour: the portal warns at 70 °C, raises the alarm at 80 °C and sends an e-mail.',
      sensor: 'Receiving leg 2, head bearing',
      sensorShort: 'Leg 2, head bearing',
      timeLapse: 'One hour in twelve seconds',
      unit: '°C',
      states: { ok: 'OK', warning: 'WARNING', alarm: 'ALARM' },
      alarmLimit: 'Alarm limit',
      warningLimit: 'Warning limit',
      tags: [
        { name: 'Belt alignment', value: 'OK' },
        { name: 'Belt speed', value: '98 %' },
        { name: 'Boot bearing', value: '38.1 °C' },
      ],
      log: {
        warning: { what: 'Warning, 70 °C', where: 'on the dashboard' },
        alarm: { what: 'Alarm, 80 °C', where: 'on the dashboard and in the log' },
        mail: { what: 'E-mail sent', where: 'to three people on shift' },
      },
      pause: 'Pause the drawing',
      play: 'Run the drawing',
    },
    notSafety: {
      title: 'Not a safety system.',
      long: 'Tocsin shows the state of your plant. It stops no machine. Watching the plant stays with its owner.',
    },
    blocks: {
      title: 'What it does',
      realTime: { title: 'Real-Time Data Access', line: 'Every sensor, as it is now, with the age of the reading beside it.', alt: 'The live dashboard: cards of sensors with value, state and age.' },
      trending: { title: 'Data Trending', line: 'All sensors on one time axis. Gaps stay gaps.', alt: 'Graphs of one device under each other on one time axis.' },
      log: { title: 'Alarm and Notifications Log', line: 'What, where, since when, for how long. Kept, and easy to search.', alt: 'The notifications log with its filters.' },
      mail: { title: 'E-mail Notifications', line: 'To the right people, at once or only when it lasts. By rules that you write.', alt: 'The list of e-mail rules.' },
      analytics: { title: 'Full Data Analytics', line: 'Which machine, which sensor, which hour: where the alarms come from.', alt: 'Analytics: alarms by sensor, by type and by hour.' },
      cost: { title: 'Low Cost', line: 'A browser is all it takes. No software to install, no server to keep.', alt: 'The visual dashboard of a plant on a phone.' },
    },
    products: {
      title: 'Products',
      line: 'The units whose sensors the portal shows.',
      link: 'All products of the manufacturer',
      units: [
        { name: 'WDC4', what: 'Controller of a bucket elevator or conveyor: speed, alignment, bearings, plug.' },
        { name: 'F500', what: 'Bearing and contact monitoring of a whole plant, 64 nodes, read over Modbus TCP.' },
        { name: 'F500 UDF', what: 'The same with its own fields and networks, it sends by itself.' },
        { name: 'ETH-NODE-1', what: 'Temperatures and pulses into the plant network.' },
        { name: 'ETH-NODE-2', what: 'Current loops, analog and digital inputs into the plant network.' },
      ],
    },
    footer: (year: number): string => `© ${year} Tocsin. All rights reserved.`,
  },
} as const;
