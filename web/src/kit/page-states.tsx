import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Empty, Failed } from './states.tsx';

/** monitoring.md 8. */
const wentWrong = 'Something went wrong. Please try to refresh the page';

/** A page that threw: said plainly, with a way on. */
export const PageFailed = ({ reset }: ErrorComponentProps) => <Failed text={wentWrong} again={reset} />;

export const NotFound = () => (
  <Empty icon="search" title="There is no such page">
    <Link to="/">Go to the start</Link>
  </Empty>
);
