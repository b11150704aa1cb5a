/** The symbols of the catalogue (spec point 1): a company sells one of these tokens. */
export const TOKEN_SYMBOLS = ['MASP', 'NTCN', 'PPCN', 'SHIK', 'ACW', 'COWL', 'RSGN', 'GLC', 'NXT', 'GLXY'] as const;
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number];

/** The names of the channels that a token may have (spec point 3). */
export const SOCIAL_MEDIA = ['youtube', 'facebook', 'instagram', 'telegram', 'whatsApp', 'X'] as const;
export type SocialMedia = (typeof SOCIAL_MEDIA)[number];
