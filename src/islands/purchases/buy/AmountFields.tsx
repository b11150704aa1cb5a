import { useState } from 'react';
import { latinDigits } from '@/lib/core/digits.ts';
import { formatQuantity, formatRupees } from '@/lib/core/format.ts';
import {
  costPaise,
  formatPaise,
  formatRupeesOfPaise,
  type Paise,
  type PriceMicros,
  parsePaise,
} from '@/lib/core/money.ts';
import { t } from '@/lib/core/texts.ts';
import { readAmountDraft } from '@/lib/core/typed-amount.ts';
import type { Quote } from '@/lib/purchases/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Bound } from '../../ui/useForm.ts';

/** In rupees. */
const QUICK_AMOUNTS = ['1000', '5000', '10000'];
const TOKEN_DIGITS_MAX = 15;

export interface AmountFieldsProps {
  field: Bound;
  /** What is wrong, once the field was left or sent. */
  error: string | undefined;
  hint: string;
  priceMicros: PriceMicros;
  symbol: string;
  /** The bounds of one order; null for none. */
  leastPaise: Paise | null;
  mostPaise: Paise | null;
  /** Null while there is no price. */
  quoted: Quote | null;
  disabled: boolean;
  onLeave: () => void;
}

/** The amount in rupees or in tokens: what is typed in one field fills the other. */
export function AmountFields({
  field,
  error,
  hint,
  priceMicros,
  symbol,
  quoted,
  disabled,
  onLeave,
  ...bounds
}: AmountFieldsProps) {
  const [typedTokens, setTypedTokens] = useState<string | null>(null);
  const tokens = typedTokens ?? (quoted && quoted.quantity > 0n ? String(quoted.quantity) : '');

  function write(amount: string): void {
    setTypedTokens(null);
    field.onValue(amount);
  }

  function writeTokens(typed: string): void {
    const digits = latinDigits(typed).replace(/[,\s]/g, '');
    if (!/^\d*$/.test(digits) || digits.length > TOKEN_DIGITS_MAX) return;
    setTypedTokens(digits);
    field.onValue(digits === '' ? '' : formatPaise(costPaise(BigInt(digits), priceMicros)));
  }

  return (
    <div className="grid gap-4">
      <TextField
        label={t('Amount (INR)')}
        name="amount"
        prefix="₹"
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="go"
        placeholder="0.00"
        maxLength={20}
        value={field.value}
        onValue={(text) => {
          const read = readAmountDraft(text);
          if (read !== null) write(read);
        }}
        onBlur={onLeave}
        disabled={disabled}
        error={error}
        hint={error === undefined && hint}
      />
      <QuickAmounts {...bounds} disabled={disabled} onChoose={write} />
      <TextField
        label={t('Tokens')}
        name="tokens"
        suffix={symbol}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        placeholder="0"
        value={tokens}
        onValue={writeTokens}
        onBlur={onLeave}
        disabled={disabled}
      />
      {quoted && <Rounding quoted={quoted} priceMicros={priceMicros} symbol={symbol} onChoose={write} />}
    </div>
  );
}

type QuickProps = Pick<AmountFieldsProps, 'leastPaise' | 'mostPaise' | 'disabled'> & {
  onChoose: (amount: string) => void;
};

function QuickAmounts({ leastPaise, mostPaise, disabled, onChoose }: QuickProps) {
  const allowed = QUICK_AMOUNTS.filter((amount) => {
    const paise = parsePaise(amount) ?? 0n;
    return (leastPaise === null || paise >= leastPaise) && (mostPaise === null || paise <= mostPaise);
  });
  if (allowed.length === 0) return null;
  return (
    <div className="grid grid-cols-3 gap-2">
      {allowed.map((amount) => (
        <Button key={amount} look="secondary" disabled={disabled} onClick={() => onChoose(amount)}>
          {formatRupees(amount).replace('.00', '')}
        </Button>
      ))}
    </div>
  );
}

interface RoundingProps {
  quoted: Quote;
  priceMicros: PriceMicros;
  symbol: string;
  onChoose: (amount: string) => void;
}

/** Where a smaller amount buys the same whole tokens. */
function Rounding({ quoted: { orderAmountPaise, quantity }, priceMicros, symbol, onChoose }: RoundingProps) {
  const needed = costPaise(quantity, priceMicros);
  if (quantity < 1n || needed >= orderAmountPaise) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span className="text-muted">
        {t('{amount} buys the same {quantity}.', {
          amount: formatRupeesOfPaise(needed),
          quantity: formatQuantity(quantity, symbol),
        })}
      </span>
      <Button look="secondary" size="sm" onClick={() => onChoose(formatPaise(needed))}>
        {t('Round to {amount}', { amount: formatRupeesOfPaise(needed) })}
      </Button>
    </p>
  );
}
