import { Bone } from '../../../../kit/states.tsx';
import css from './bones.module.css';

/** The dashboard's shape before its first document. */
export const DashboardBones = ({ text }: { readonly text: string }) => (
  <div className={css.bones}>
    <p role="status">{text}</p>
    <Bone width={120} />
    <div className={css.cards}>
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bones have no other name.
        <div key={index} className={css.card}>
          <Bone width="70%" height={14} />
          <Bone width="55%" height={28} />
          <Bone width="40%" height={14} />
        </div>
      ))}
    </div>
  </div>
);
