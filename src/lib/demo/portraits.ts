/** Pictures of people who do not exist: head, hair and shoulders on a plain ground. */
import { box, type Colour, cut, ellipse, outline, Picture, without } from './picture.ts';
import { type Dice, diceOf } from './random.ts';

const GROUNDS: readonly Colour[] = ['#dbe7f6', '#f6e3d7', '#dcefe3', '#ece2f5', '#f5ecd2', '#d9eef0'];
const SKINS: readonly Colour[] = ['#c68e64', '#a86f47', '#8d5a38', '#d6a37c', '#b57f55'];
const HAIRS: readonly Colour[] = ['#1d1a1c', '#2b211d', '#3a2b22', '#241f27'];
const CLOTHES: readonly Colour[] = ['#2f5d8c', '#8c2f4b', '#2f7a5b', '#b0622a', '#5b3f8c', '#3d4657', '#b38a1e'];
const SIDE = 192;

export function drawPortrait(seed: number, gender: 'male' | 'female'): Promise<Uint8Array> {
  const dice = diceOf(seed);
  const [ground, skin, hair, cloth] = [dice.pick(GROUNDS), dice.pick(SKINS), dice.pick(HAIRS), dice.pick(CLOTHES)];
  const picture = new Picture(SIDE, SIDE, ground);
  const middle = SIDE / 2;
  const isLong = gender === 'female' && dice.chance(0.75);
  if (isLong) picture.draw({ colour: hair, ground }, box(middle - 46, 46, 92, dice.int(84, 112), 44));
  picture.draw({ colour: cloth, ground: isLong ? hair : ground }, ellipse(middle, 206, 76, 64));
  picture.draw({ colour: skin, ground: cloth }, box(middle - 15, 112, 30, 46, 15));
  picture.draw({ colour: skin, ground: isLong ? hair : ground }, ellipse(middle, 88, 36, 44));
  drawHair(picture, dice, hair, skin, gender);
  if (gender === 'male' && dice.chance(0.45)) drawBeard(picture, hair, skin);
  for (const x of [middle - 14, middle + 14]) picture.draw({ colour: hair, ground: skin }, ellipse(x, 90, 3.2, 3.8));
  picture.draw({ colour: '#7c3b34', ground: skin }, cut(outline(ellipse(middle, 98, 13, 14), 2.6), 'below', 106));
  if (gender === 'female' && dice.chance(0.4))
    picture.draw({ colour: '#a3213a', ground: skin }, ellipse(middle, 74, 3, 3));
  return picture.toPng();
}

/** The part of the head above a line that falls to one side. */
function drawHair(picture: Picture, dice: Dice, hair: Colour, skin: Colour, gender: 'male' | 'female'): void {
  const middle = SIDE / 2;
  const forehead = ellipse(middle + dice.int(-16, 16), gender === 'female' ? 104 : 108, 46, 44);
  picture.draw({ colour: hair, ground: skin }, cut(without(ellipse(middle, 82, 41, 46), forehead), 'above', 96));
}

function drawBeard(picture: Picture, hair: Colour, skin: Colour): void {
  const middle = SIDE / 2;
  const jaw = without(ellipse(middle, 88, 36.5, 45), ellipse(middle, 78, 33, 34));
  picture.draw({ colour: hair, ground: skin }, cut(jaw, 'below', 92));
}
