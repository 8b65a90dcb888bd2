// Of what a page puts into a secured field: its script cuts it, and the field takes no more.

/** Longer texts hold a field up, and say nothing that a shopper reads. */
export const MAX_FRAME_TEXT = 1000
/** Characters of a value of a style. */
export const MAX_FRAME_STYLE = 500
/** More than there are properties. */
export const MAX_FRAME_STYLES = 100
