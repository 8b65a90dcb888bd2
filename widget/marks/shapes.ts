/** Marks of what is no brand of a company, drawn by us in lines; in a box of 48 × 32. */
export const shapes = {
  bank: 'M12 13.5 24 7l12 6.5zM16 17v5M24 17v5M32 17v5M12 25.5h24',
  card: 'M12 8.5h24a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2zM10 13h28M14 19h8',
  gift: 'M12 14.5v11h24v-11M10 10.5h28v4H10zM24 10.5v15M24 10.5c-8 0-8-5-4.5-5s4.5 5 4.5 5 1-5 4.5-5 3.5 5-4.5 5',
  slip: 'M15 5.5h18v21l-3-2-3 2-3-2-3 2-3-2-3 2zM19 11v7M22 11v7M24.5 11v7M29 11v7',
} as const
