import { useNavigate } from '@tanstack/react-router';
import { texts } from '@tocsin/contract/texts/protection-hours';
import { Segments } from '../../../ui/segments.tsx';

/** What does not protect now, and the protected hours of the past. */
export const ViewTabs = ({ current, site }: { readonly current: 'now' | 'hours'; readonly site: number | null }) => {
  const navigate = useNavigate();
  const of = site === null ? {} : { site };
  return (
    <Segments
      label={texts.views.label}
      items={[
        { key: 'now', label: texts.views.now },
        { key: 'hours', label: texts.views.hours },
      ]}
      current={current}
      onPick={(key) => void navigate({ to: '/protection', search: key === 'hours' ? { ...of, view: 'hours' } : of })}
    />
  );
};
