/* Numbers that are written in words, in English and Hindi, in both scripts: how many digits a word stands for. */

const ONE_DIGIT =
  'zero oh nil naught nought one two three four five six seven eight nine ' +
  'shunya shoonya sunya sifar ek do teen tin char chaar panch paanch chhe chhah chhai cheh che chah saat sat aath ath nau nao no ' +
  'शून्य सिफर जीरो ज़ीरो एक दो तीन चार पांच पाँच छह छः छे छै छ सात आठ नौ वन टू थ्री फोर फ़ोर फाइव फ़ाइव सिक्स सेवन एट नाइन';

const TWO_DIGITS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fourty fifty sixty seventy ' +
  'eighty ninety das gyarah barah terah chaudah pandrah solah satrah atharah unnis bees tees chalis pachas saath sattar assi nabbe ' +
  'दस ग्यारह बारह तेरह चौदह पंद्रह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस बाइस तेईस तेइस चौबीस पच्चीस छब्बीस सत्ताईस सत्ताइस ' +
  'अट्ठाईस अट्ठाइस अठ्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चौवालीस ' +
  'पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ ' +
  'पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी उनासी अस्सी इक्यासी बयासी ' +
  'तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पंचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे';

/** They repeat the digit that follows. */
const REPEATS: ReadonlyMap<string, number> = new Map([
  ['double', 1],
  ['triple', 2],
  ['डबल', 1],
  ['ट्रिपल', 2],
]);

const composed = (list: string): string[] => list.normalize('NFKC').split(' ');

const DIGITS_OF: ReadonlyMap<string, number> = new Map([
  ...composed(TWO_DIGITS).map((word) => [word, 2] as const),
  ...composed(ONE_DIGIT).map((word) => [word, 1] as const),
  ...REPEATS,
]);

const LONGEST = Math.max(...[...DIGITS_OF.keys()].map((word) => word.length));

/** How many digits a word stands for, also one that runs several numbers together; 0 if a part of it is no number. */
export function digitsOfWord(word: string): number {
  const known = DIGITS_OF.get(word);
  if (known !== undefined) return known;
  // The most digits for each length of the beginning; -1 where it is no sequence of numbers.
  const most: number[] = [0];
  for (let end = 1; end <= word.length; end++) {
    let best = -1;
    for (let start = Math.max(0, end - LONGEST); start < end; start++) {
      const before = most[start] ?? -1;
      const digits = before < 0 ? undefined : DIGITS_OF.get(word.slice(start, end));
      if (digits !== undefined) best = Math.max(best, before + digits);
    }
    most.push(best);
  }
  return Math.max(0, most[word.length] ?? 0);
}
