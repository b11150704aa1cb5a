import { t } from '@/lib/core/texts.ts';
import { TextField } from '../ui/TextField.tsx';
import type { Form } from '../ui/useForm.ts';
import { type EmailQuestion, EmailQuestionNotice } from './EmailQuestion.tsx';
import { mobileHint } from './mobile.ts';
import type { Registration } from './register.ts';

interface Props {
  form: Form<Registration>;
}

export function NameField({ form }: Props) {
  return (
    <TextField {...form.field('name')} label={t('Name')} autoComplete="name" dir="auto" maxLength={100} required />
  );
}

export function MobileField({ form }: Props) {
  return (
    <TextField
      {...form.field('mobile')}
      label={t('Mobile')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+91 98765 43210"
      hint={mobileHint(form.values.mobile)}
      maxLength={40}
      required
    />
  );
}

/** Name, email and mobile: to whom the code goes. */
export function RequestFields({ form, question }: Props & { question: EmailQuestion }) {
  return (
    <>
      <NameField form={form} />
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.com"
        hint={t('We send the OTP to this address.')}
        required
      />
      <EmailQuestionNotice question={question} />
      <MobileField form={form} />
    </>
  );
}
