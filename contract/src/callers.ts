/** Who makes a call, where many endpoints say the same: the rule, whose account it is about, and its programs. */

/** OEM and super users; no programs. */
export const oemOnly = { may: 'oem', account: false, programs: 'none' } as const;
/** Operator staff; no programs. */
export const staffOnly = { may: 'staff', account: false, programs: 'none' } as const;
/** People; no programs and no wall displays. */
export const peopleOnly = { may: 'person', account: false, programs: 'none' } as const;
/** People, and programs that read. */
export const peopleAndReaders = { may: 'person', account: false, programs: 'read' } as const;
/** Everybody signed in, wall displays too, and programs that read. */
export const readers = { may: 'signed-in', account: false, programs: 'read' } as const;
/** People for their own account, while the second factor that their client requires is not set up too. */
export const ownAccountEarly = { may: 'person', account: true, open: 'unregistered' } as const;
