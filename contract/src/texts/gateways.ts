import { defineTexts } from './define-texts.ts';
/** Texts of a site's gateway credential. */
export const texts = defineTexts('gateways', {
  title: 'Gateway credential',
  about: (site: string): string =>
    `A Sparkplug edge node, a gateway or a LoRaWAN server (ChirpStack, The Things Stack) that signs in with this credential can publish for every device of ${site} and no others. Single devices do not need it: they sign in with their serial number and code.`,
  next: 'Create the credential and enter it in the gateway. What the gateway then sends for unknown devices waits under Add a device.',
  none: 'This site has no gateway credential.',
  standing: (name: string, by: string): string => `User name ${name}, created by ${by || 'a person'} at`,
  once: 'The password is shown only once. Enter it in the edge node, gateway or server now.',
  username: 'User name',
  password: 'Password',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Could not be copied. Select the text and copy it by hand.',
  make: 'Create credential',
  anew: 'Replace credential',
  anewAsk: 'Replace the credential?',
  anewAbout:
    'The old credential stops working at once: its edge nodes are disconnected until they have the new password.',
  remove: 'Revoke credential',
  removeAsk: 'Revoke the credential?',
  removeAbout: 'Its edge nodes are disconnected at once, and their devices go offline.',
  removed: 'Credential revoked',
  failed: 'An error occured, please try again!',
  modbus: {
    title: 'Modbus networks',
    about:
      'Devices on Modbus are asked within these networks only. Operator staff give them to a site; without any, devices with a printed code are asked within the networks of the installation, others only while there is one client.',
    label: 'Networks, one after the other; empty: none of its own',
    none: 'The operator has given this site none of its own.',
    save: 'Save networks',
    saved: 'Networks saved',
  },
});
