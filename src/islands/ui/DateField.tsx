import { TextField, type TextFieldProps } from './TextField.tsx';

export interface DateFieldProps extends Omit<TextFieldProps, 'type' | 'value'> {
  /** 'YYYY-MM-DD', or ''. `min` and `max` take the same shape. */
  value: string;
}

/** A day, with the browser's own calendar. */
export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" />;
}
