/** How each bank writes what a payment was, after public samples. */
import type { PlannedRow } from './plan.ts';

const CHARGE = 'SMS CHARGES FOR QTR';

export function hdfcNarration({ channel, name, vpa, ifsc, reference }: PlannedRow): string {
  if (channel === 'UPI') return `UPI-${name}-${vpa.toUpperCase()}-${ifsc}-${reference}-PAYMENT FROM PHONE`;
  if (channel === 'IMPS') return `IMPS-${reference}-${name}-${ifsc.slice(0, 4)}-XXXXXXX4417-COWL`;
  if (channel === 'NEFT') return `NEFT CR-${ifsc}-${name}-LAUNCHBOOK PRIVATE LIMITED-${reference}`;
  if (channel === 'RTGS') return `RTGS CR-${ifsc}-${name}-LAUNCHBOOK PRIVATE LIMITED-${reference}`;
  return CHARGE;
}

export function sbiNarration({ channel, side, name, vpa, ifsc, reference }: PlannedRow): string {
  const direction = side === 'CREDIT' ? 'CR' : 'DR';
  const transfer = side === 'CREDIT' ? 'BY TRANSFER-' : 'TO TRANSFER-';
  if (channel === 'UPI') return `${transfer}UPI/${direction}/${reference}/${name}/${ifsc.slice(0, 4)}/${vpa}/COWL--`;
  if (channel === 'IMPS') return `${transfer}INB IMPS/${reference}/XX4417/COWL--`;
  if (channel === 'NEFT') return `${transfer}NEFT*${ifsc}*${reference}*${name}--`;
  if (channel === 'RTGS') return `${transfer}RTGS UTR NO: ${reference}--${name}`;
  return CHARGE;
}

export function axisNarration({ channel, name, ifsc, reference }: PlannedRow): string {
  if (channel === 'UPI') return `UPI/P2A/${reference}/${name}/${ifsc.slice(0, 4)}/COWL`;
  if (channel === 'IMPS') return `IMPS/P2A/${reference}/${name}/X4417/COWL`;
  if (channel === 'CHARGE') return CHARGE;
  return `${channel}/${reference}/${name}/${ifsc}`;
}

export function iciciNarration({ channel, name, vpa, ifsc, reference }: PlannedRow): string {
  if (channel === 'UPI')
    return Number(reference.at(-1)) % 2 === 0
      ? `UPI/${reference}/COWL/${vpa}/${ifsc.slice(0, 4)} BANK`
      : `UPI/${name}/${ifsc.slice(0, 4)} Bank/${reference}/COWL`;
  if (channel === 'IMPS') return `MMT/IMPS/${reference}/COWL/${name}/${ifsc.slice(0, 4)} Bank`;
  if (channel === 'CHARGE') return CHARGE;
  return `${channel}-${reference}-${name}-COWL-XXXX4417-${ifsc}`;
}
