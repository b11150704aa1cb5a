/** The symbols of the catalogue (spec point 1): a company sells one of these tokens. */
export const TOKEN_SYMBOLS = ['MASP', 'NTCN', 'PPCN', 'SHIK', 'ACW', 'COWL', 'RSGN', 'GLC', 'NXT', 'GLXY'] as const;
export type TokenSymbol = (typeof TOKEN_SYMBOLS)[number];
