import { useAskedShelve } from '../../live/shelving.ts';
import { latePart } from '../../ui/late-part.tsx';

const ShelveForm = latePart(async () => (await import('./shelve-form.tsx')).ShelveForm);

/** The shelving dialog, mounted once in the shell and opened from cards, the log and the list of shelves. */
export const ShelveDialog = () => {
  const target = useAskedShelve();
  return target === null ? null : (
    <ShelveForm key={`${target.device} ${target.sensor} ${target.node}`} target={target} />
  );
};
