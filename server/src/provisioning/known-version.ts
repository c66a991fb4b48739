import { version as own } from '../platform/version.ts';
import { type ApiClient, ApiError } from './api-client.ts';

const partsOf = (version: string): readonly number[] => version.split('.').map(Number);

/** Whether a command of one version works with an installation of another: the same minor version or the one before. */
export const isServed = (command: string, installation: string): boolean => {
  const [major, minor] = partsOf(command);
  const [theirMajor, theirMinor] = partsOf(installation);
  return major === theirMajor && minor !== undefined && (theirMinor === minor || theirMinor === minor - 1);
};

/** Throws an ApiError for an installation whose version this command does not know. */
export const refuseUnknownVersion = async (api: ApiClient): Promise<void> => {
  const { version } = await api.get<{ readonly version: string }>('/api/v1/provisioning/settings/?limit=1');
  if (isServed(own, version)) return;
  throw new ApiError(
    0,
    `The installation runs ${version}; this command of ${own} works with the same minor version and the one before.`,
  );
};
