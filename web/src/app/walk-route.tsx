import { Navigate } from '@tanstack/react-router';
import { WithDevice } from '../domain/with-device.tsx';

/** The walk test of the selected device. */
export const WalkOfSelected = () => (
  <WithDevice>
    {({ id }) => <Navigate to="/maintenance/$device/walk" params={{ device: String(id) }} replace />}
  </WithDevice>
);
