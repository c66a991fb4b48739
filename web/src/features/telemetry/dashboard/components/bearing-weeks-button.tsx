import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/dashboard';
import { Button } from '../../../../ui/button.tsx';

/** Opens the bearings of the selected device by week. */
export const BearingWeeksButton = () => {
  const navigate = useNavigate();
  return (
    <Button size="bar" icon="thermometer" onClick={() => void navigate({ to: '/dashboard/bearings' })}>
      {texts.bearingWeeks}
    </Button>
  );
};
