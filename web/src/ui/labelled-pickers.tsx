import { ClockField } from './clock-field.tsx';
import { DayField } from './day-field.tsx';
import { FieldFrame } from './field-frame.tsx';

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
}

interface DayProps extends Props {
  /** 'YYYY-MM-DD', or null while nothing is chosen. */
  readonly value: string | null;
  readonly onDay: (day: string | null) => void;
  /** The first and last day that can be chosen, both included. */
  readonly least: string;
  readonly most: string;
}

/** A day field with its label above, in the style of ui/field.tsx. */
export const LabelledDay = ({ label, help, error, ...day }: DayProps) => (
  <FieldFrame label={label} help={help} error={error}>
    {(control) => (
      <DayField
        {...day}
        id={control.id}
        describedBy={control['aria-describedby']}
        isWrong={control['aria-invalid']}
        isLarge
      />
    )}
  </FieldFrame>
);

interface TimeProps extends Props {
  /** 'HH:mm', or null while nothing is chosen. */
  readonly value: string | null;
  readonly onTime: (time: string | null) => void;
}

/** A time field with its label above, in the style of ui/field.tsx. */
export const LabelledTime = ({ label, help, error, ...time }: TimeProps) => (
  <FieldFrame label={label} help={help} error={error}>
    {(control) => (
      <ClockField
        {...time}
        id={control.id}
        describedBy={control['aria-describedby']}
        isWrong={control['aria-invalid']}
        isLarge
      />
    )}
  </FieldFrame>
);
