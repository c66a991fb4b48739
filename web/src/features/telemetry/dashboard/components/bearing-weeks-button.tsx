import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/dashboard';
import { Button } from '../../../../ui/button.tsx';

/** Opens the weekly bearing temperatures of the selected device. */
export const BearingWeeksButton = () => {
  const navigate = useNavigate();
  return (
    <Button size="bar" icon="thermometer" onClick={() => void navigate({ to: '/dashboard/bearings' })}>
      {texts.bearingWeeks}
    </Button>
  );
};
