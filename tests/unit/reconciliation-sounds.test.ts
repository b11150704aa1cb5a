/** Names in other scripts: the bank prints them in Latin letters, and a stranger can register under that form. */
import { describe, expect, it } from 'vitest';
import { indexOf } from '@/lib/reconciliation/matching/candidates.rules.ts';
import { rowOutcome } from '@/lib/reconciliation/matching/rules.ts';
import { isForeign, soundAlike, soundsOf } from '@/lib/reconciliation/matching/sounds.rules.ts';
import { bankRow, claimOf } from '../support/matching.ts';

/** As members of each script write their names, and as banks print them. */
const NAMES: readonly (readonly [name: string, printed: string])[] = [
  ['லட்சுமி நாராயணன்', 'LAKSHMI NARAYANAN'],
  ['லட்சுமி', 'LAKSHMI'],
  ['ரமேஷ் பட்டேல்', 'RAMESH PATEL'],
  ['कनिका फडके', 'KANIKA PHADKE'],
  ['लक्ष्मी अय्यर', 'LAXMI IYER'],
  ['रवि राव', 'RAVI RAO'],
  ['రవి కుమార్', 'RAVI KUMAR'],
  ['রহিম চৌধুরী', 'RAHIM CHOWDHURY'],
  ['સુનીલ પટેલ', 'SUNIL PATEL'],
  ['ലക്ഷ്മി നായർ', 'LAKSHMI NAIR'],
  ['ಲಕ್ಷ್ಮಿ ರಾವ್', 'LAKSHMI RAO'],
  ['ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ', 'GURPREET SINGH'],
  ['محمد عرفان', 'MOHAMMED IRFAN'],
  ['ଲକ୍ଷ୍ମୀ ଦାସ', 'LAXMI DAS'],
  ['Алексей Иванов', 'ALEXEY IVANOV'],
];
const bucketOf = (printed: string, claim: Parameters<typeof claimOf>[0], member: string): (string | null)[] => {
  const row = bankRow({ payerName: printed });
  const members = [{ id: 'b9', name: member, isVerified: true }];
  const { bucket, label } = rowOutcome(indexOf([row], [claimOf(claim)], undefined, members), row);
  return [bucket, label];
};

describe('a name in another script', () => {
  it.each(NAMES)('%s is heard in %s, and not in the others', (name, printed) => {
    expect([isForeign(name), isForeign(printed)]).toEqual([true, false]);
    expect(soundAlike(soundsOf(name), soundsOf(printed))).toBe(true);
    expect(soundAlike(soundsOf(name), soundsOf('WOLFGANG XI'))).toBe(false);
    const alike = NAMES.filter(([, other]) => soundAlike(soundsOf(name), soundsOf(other)));
    expect(alike.length).toBeLessThan(NAMES.length / 2);
  });

  it.each(NAMES)('%s: a stranger called %s is looked at, alone and next to the member', (name, printed) => {
    const stranger = { buyerName: printed, isBuyerVerified: false };
    expect(bucketOf(printed, stranger, name)).toEqual(['PAYER_DIFFERS', 'SHARED_NAME']);
    expect(bucketOf(`${printed} K`, stranger, name)[0]).toBe('PAYER_DIFFERS');
  });

  it.each(NAMES)('%s fits %s, who is verified', (name, printed) =>
    expect(bucketOf(printed, { buyerName: name }, 'Sunil Xavier')).toEqual(['EXACT', null]),
  );

  it.each([
    ['RAMESH PATEL', 'रमेश कुमार'],
    ['SURESH KUMAR', 'ਰਮੇਸ਼ ਕੁਮਾਰ'],
    ['ANITA RAO', 'கனிகா ராவ்'],
    ['THOMAS MATHEW', 'ലക്ഷ്മി നായർ'],
  ])('%s is not heard in %s', (printed, member) =>
    expect(bucketOf(printed, { buyerName: printed, isBuyerVerified: false }, member)).toEqual(['EXACT', 'UNVERIFIED']),
  );

  it('also next to a verified buyer who fits in part', () =>
    expect(bucketOf('LAXMI KELKAR', { buyerName: 'Laxmi Bhosle' }, 'लक्ष्मी केळकर')).toEqual([
      'PAYER_DIFFERS',
      'SHARED_NAME',
    ]));
});
